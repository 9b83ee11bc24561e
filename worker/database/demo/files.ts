import * as v from "valibot";
import data from "./data/files.json";
import { institutions, StageType } from "./institution";
import { portraitFiles, portraitKey } from "./portraits";

const file = { name: v.string(), file: v.string(), mimetype: v.string() };
/** Files in ./files: the documents of every applicant, each stored once for all, and what is sent with a stage's templates. */
export const { documentFiles, stageFiles } = v.parse(
	v.strictObject({
		documentFiles: v.array(v.strictObject({ ...file, fieldId: v.string(), title: v.string() })),
		stageFiles: v.array(v.strictObject({ ...file, stages: v.array(StageType) })),
	}),
	data,
);

export const documentKey = (file: string): string => `demo/files/${file}`;

/** Where an uploaded logo would be too. */
export const logoKey = (id: string): string => `logos/${id}/${id}-logo.png`;

const organisationFiles = institutions
	.flatMap(({ id }) => [
		{ file: `${id}-signature.png`, key: documentKey(`${id}-signature.png`) },
		{ file: `${id}-logo.png`, key: logoKey(id) },
	])
	.map((file) => ({ ...file, mimetype: "image/png" }));

/** Everything in the file store: its key, its path beside this file, and its type. */
export const storedFiles = [
	...portraitFiles.map((file) => ({ key: portraitKey(file), path: `photos/${file}`, mimetype: "image/jpeg" })),
	...[...documentFiles, ...stageFiles].map(({ file, mimetype }) => ({
		key: documentKey(file),
		path: `files/${file}`,
		mimetype,
	})),
	...organisationFiles.map(({ file, key, mimetype }) => ({ key, path: `files/${file}`, mimetype })),
];
