import type { OrgContext } from "#worker/context";
import { acceptedPictures } from "#worker/contract/forms/accepted-files";
import type { FilePart } from "#worker/contract/forms/file-part";
import { fail, ok } from "#worker/contract/result";
import { checkFile } from "#worker/gateways/files/check-file";
import { readPicture } from "#worker/gateways/pdf/read-picture";
import { logoPart, logoTooLarge, maxLogoBytes } from "#worker/services/organisation/settings.contract";

/** The key of a logo in the file store. why each has its own: an address, a letter and the history name one picture for ever. */
export const logoKeyOf = (organisationId: string, file: string): string => `logos/${organisationId}/${file}`;

const refuse = (text: string) => fail("invalid", { fields: { [logoPart]: [text] } });

const notDrawable = "The picture is damaged or has too many pixels. Choose another one.";
const notAPicture = `Choose a picture: ${acceptedPictures.names}. Letters and printed forms can show no other kind.`;

/**
 * Puts a logo into the store if its content is a picture that letters can show. Its row is not written yet.
 * @returns the name of its file; undefined when none was sent
 */
export const putLogo = async (ctx: OrgContext, files: readonly FilePart[]) => {
	const other = files.find(({ part }) => part !== logoPart);
	if (other) return fail("invalid", { fields: { [other.part]: [`The only file is '${logoPart}'.`] } });
	const [logo, second] = files;
	if (!logo) return ok(undefined);
	if (second) return refuse("Send one logo only.");
	if (logo.file.size > maxLogoBytes) return fail("file_too_large", { fields: { [logoPart]: [logoTooLarge] } });
	const bytes = new Uint8Array(await logo.file.arrayBuffer());
	// why without its name: a picture is what it holds.
	const checked = checkFile({ name: "", bytes }, { fieldId: logoPart, type: "camera", props: { label: "Logo" } });
	if ("refusal" in checked)
		return refuse(checked.refusal.startsWith("Choose a picture") ? notAPicture : checked.refusal);
	if (!(await readPicture(bytes))) return refuse(notDrawable);
	const file = `${ctx.newId()}.${checked.ending}`;
	await ctx.env.FILES.put(logoKeyOf(ctx.organisationId, file), bytes, {
		httpMetadata: { contentType: checked.mimetype },
	});
	return ok(file);
};

export const hasLogoFile = async ({ env, organisationId }: OrgContext, file: string): Promise<boolean> =>
	(await env.FILES.head(logoKeyOf(organisationId, file))) !== null;

/** Deletes a logo that was put into the store and is named by nothing. */
export const deleteLogo = ({ env, organisationId }: OrgContext, file: string): Promise<void> =>
	env.FILES.delete(logoKeyOf(organisationId, file));
