import type { OrgContext } from "#worker/context";
import type { MailAttachment } from "#worker/gateways/mail/interface";

/** The files of a mailing out of the store, once for all its mails. @throws when one is not there. */
export const readMailFiles = (
	{ env }: OrgContext,
	files: readonly { name: string; mimetype: string; objectKey: string }[],
): Promise<MailAttachment[]> =>
	Promise.all(
		files.map(async ({ name, mimetype, objectKey }) => {
			const object = await env.FILES.get(objectKey);
			if (!object) throw new Error(`the file ${objectKey} of a mailing is not in the store`);
			return { name, mimetype, bytes: new Uint8Array(await object.arrayBuffer()) };
		}),
	);
