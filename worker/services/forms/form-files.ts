import type { OrgContext } from "#worker/context";
import { maxFilesPerField, tooManyFiles } from "#worker/contract/forms/accepted-files";
import { type AcceptedFile, checkFile, cleanFileName } from "#worker/gateways/files/check-file";
import { describeDefect } from "#worker/http/create-app";
import { log } from "#worker/log";
import type { StoredFile } from "#worker/services/forms/edit.queries";
import type { FieldProblems, PlacedField } from "#worker/services/forms/edited-form";
import { findUnnamed } from "#worker/sweep/orphans.queries";

export type AcceptedFiles = { fieldId: string; file: File; kept: AcceptedFile }[];

/** Checks uploaded files and returns those that may be attached, and the errors of the others by field. */
export const acceptFiles = async (
	byField: ReadonlyMap<string, readonly File[]>,
	fields: ReadonlyMap<string, PlacedField>,
): Promise<{ accepted: AcceptedFiles; problems: FieldProblems }> => {
	const accepted: AcceptedFiles = [];
	const problems: FieldProblems = new Map();
	for (const [fieldId, files] of byField) {
		const col = fields.get(fieldId)?.col;
		const most = col?.type === "camera" ? 1 : maxFilesPerField;
		if (col?.type !== "file" && col?.type !== "camera") problems.set(fieldId, ["This field takes no file."]);
		else if (files.length > most) problems.set(fieldId, [tooManyFiles(most)]);
		else
			for (const file of files) {
				const checked = checkFile({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, col);
				// why: with several files, it would be unclear which one is meant.
				const which = files.length > 1 ? `${cleanFileName(file.name)}: ` : "";
				if ("refusal" in checked) problems.set(fieldId, [which + checked.refusal]);
				// why the file and not its bytes: forty megabytes are then held once.
				else accepted.push({ fieldId, file, kept: checked });
			}
	}
	return { accepted, problems };
};

/** Puts files into the store, all or none. */
export const putFiles = async (ctx: OrgContext, submissionId: string, files: AcceptedFiles): Promise<StoredFile[]> => {
	const put: StoredFile[] = [];
	try {
		for (const { fieldId, file, kept } of files) {
			const { name, mimetype, ending } = kept;
			const id = ctx.newId();
			const objectKey = `${ownFolder(ctx, submissionId)}${id}.${ending}`;
			put.push({ id, fieldId, name, mimetype, size: file.size, objectKey });
			await ctx.env.FILES.put(objectKey, file, { httpMetadata: { contentType: mimetype } });
		}
		return put;
	} catch (error) {
		await removeObjects(ctx, submissionId, put);
		throw error;
	}
};

/** Deletes files of this form (never the demo's) that no row names. Never fails: the sweep finds the rest. */
export const removeObjects = async (
	ctx: OrgContext,
	submissionId: string,
	files: readonly { objectKey: string }[],
): Promise<void> => {
	const keys = files.map(({ objectKey }) => objectKey).filter((key) => key.startsWith(ownFolder(ctx, submissionId)));
	if (keys.length === 0) return;
	try {
		const owned = keys.map((objectKey) => ({ objectKey, ownerId: submissionId }));
		const unnamed = await findUnnamed(ctx.db, ctx.organisationId, owned);
		if (unnamed.length > 0) await ctx.env.FILES.delete(unnamed);
	} catch (error) {
		log("error", {
			message: "files left behind",
			requestId: ctx.requestId,
			keys: keys.length,
			error: describeDefect(error),
		});
	}
};

const ownFolder = ({ organisationId }: OrgContext, submissionId: string) => `${organisationId}/forms/${submissionId}/`;
