import type { OrgContext } from "#worker/context";
import type { FilePart } from "#worker/contract/forms/file-part";
import { fail, ok } from "#worker/contract/result";
import { type AcceptedFile, checkFile, cleanFileName } from "#worker/gateways/files/check-file";
import type { MailAttachment } from "#worker/gateways/mail/interface";
import {
	attachmentsTooLarge,
	maxAttachmentBytes,
	maxAttachments,
	tooManyAttachments,
} from "#worker/services/emails/sending.contract";

export interface KeptAttachment {
	id: string;
	name: string;
	mimetype: string;
	/** In bytes. */
	size: number;
	objectKey: string;
}

interface CheckedFile {
	file: File;
	kept: AcceptedFile;
}

const part = "attachments";
const field = { fieldId: part, type: "file", props: { label: "Attachment" } };
const otherPart = "This is not a part of an email. Call it “attachments”.";

/** Checks the content of the files to attach; the error is shown beside their field. */
export const checkAttachments = async (parts: readonly FilePart[]) => {
	const foreign = parts.find((one) => one.part !== part);
	if (foreign) return fail("invalid", { fields: { [foreign.part]: [otherPart] } });
	if (parts.length > maxAttachments) return fail("invalid", { fields: { [part]: [tooManyAttachments] } });
	if (parts.reduce((bytes, { file }) => bytes + file.size, 0) > maxAttachmentBytes)
		return fail("files_too_large", { message: attachmentsTooLarge, fields: { [part]: [attachmentsTooLarge] } });
	const checked: CheckedFile[] = [];
	for (const { file } of parts) {
		const kept = checkFile({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, field);
		if ("refusal" in kept)
			return fail("invalid", { fields: { [part]: [`${cleanFileName(file.name)}: ${kept.refusal}`] } });
		checked.push({ file, kept });
	}
	return ok(checked);
};

/** Puts the files into the store. The sweep removes what a failure leaves there. */
export const putAttachments = async (
	ctx: OrgContext,
	mailingId: string,
	files: readonly CheckedFile[],
): Promise<KeptAttachment[]> => {
	const put: KeptAttachment[] = [];
	for (const { file, kept } of files) {
		const id = ctx.newId();
		const objectKey = `${mailingFolder(ctx.organisationId, mailingId)}${id}.${kept.ending}`;
		await ctx.env.FILES.put(objectKey, file, { httpMetadata: { contentType: kept.mimetype } });
		put.push({ id, name: kept.name, mimetype: kept.mimetype, size: file.size, objectKey });
	}
	return put;
};

/** The sweep knows the files of mailings by this folder (`worker/sweep/orphans.ts`). */
const mailingFolder = (organisationId: string, mailingId: string): string => `mailings/${organisationId}/${mailingId}/`;

/** Reads one file from the store; undefined when it is missing. */
export const readMailFile = async (
	{ env }: OrgContext,
	{ name, mimetype, objectKey }: { name: string; mimetype: string; objectKey: string },
): Promise<MailAttachment | undefined> => {
	const object = await env.FILES.get(objectKey);
	return object ? { name, mimetype, bytes: new Uint8Array(await object.arrayBuffer()) } : undefined;
};

/** Reads the files of a mailing from the store, once for all its emails. @throws when one is missing */
export const readMailFiles = (
	ctx: OrgContext,
	files: readonly { name: string; mimetype: string; objectKey: string }[],
): Promise<MailAttachment[]> =>
	Promise.all(
		files.map(async (file) => {
			const read = await readMailFile(ctx, file);
			if (!read) throw new Error(`the file ${file.objectKey} of a mailing is not in the store`);
			return read;
		}),
	);
