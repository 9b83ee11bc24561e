import type { KnownStageType } from "#worker/contract/stage-types";
import { portraitFiles, portraitKey } from "./portraits";

/** The documents every applicant of the demo has attached: one object each, shared by all. */
export const documentFiles = [
	{
		fieldId: "birthCertificate",
		title: "Birth certificate or declaration of age",
		name: "birth-certificate.png",
		file: "certificate.png",
		mimetype: "image/png",
	},
	{
		fieldId: "resultSlip",
		title: "O'level result slip",
		name: "result-slip.pdf",
		file: "result-slip.pdf",
		mimetype: "application/pdf",
	},
	{
		fieldId: "lgaLetter",
		title: "Letter of local government identification",
		name: "lga-letter.pdf",
		file: "lga-letter.pdf",
		mimetype: "application/pdf",
	},
] as const;

/** Files that go out with the templates of a stage. */
export const stageFiles: readonly {
	name: string;
	file: string;
	mimetype: string;
	stages: readonly KnownStageType[];
}[] = [
	{
		name: "Screening guide.pdf",
		file: "screening-guide.pdf",
		mimetype: "application/pdf",
		stages: ["INVITATION"],
	},
	{
		name: "Acceptance form.pdf",
		file: "acceptance-form.pdf",
		mimetype: "application/pdf",
		stages: ["CONDITIONAL_OFFER", "ACCEPTED"],
	},
];

/** What an institution's papers bear. */
export const logoFile = (organisationId: string): string => `${organisationId}-logo.png`;
export const signatureFile = (organisationId: string): string => `${organisationId}-signature.png`;
const paperFiles = ["crestfield", "lagoon"]
	.flatMap((id) => [logoFile(id), signatureFile(id)])
	.map((file) => ({ file, mimetype: "image/png" }));

export const documentKey = (file: string): string => `demo/files/${file}`;

/** Everything that goes into the file store: its key, where it lies beside this file, and what it is. */
export const storedFiles = [
	...portraitFiles.map((file) => ({ key: portraitKey(file), path: `photos/${file}`, mimetype: "image/jpeg" })),
	...[...documentFiles, ...stageFiles, ...paperFiles].map(({ file, mimetype }) => ({
		key: documentKey(file),
		path: `files/${file}`,
		mimetype,
	})),
];
