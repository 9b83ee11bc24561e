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

export const documentKey = (file: string): string => `demo/files/${file}`;

/** Everything that goes into the file store: its key, where it lies beside this file, and what it is. */
export const storedFiles = [
	...portraitFiles.map((file) => ({ key: portraitKey(file), path: `photos/${file}`, mimetype: "image/jpeg" })),
	...documentFiles.map(({ file, mimetype }) => ({ key: documentKey(file), path: `files/${file}`, mimetype })),
];
