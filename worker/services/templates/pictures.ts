import type { OrgContext } from "#worker/context";
import type { FilePart } from "#worker/contract/forms/file-part";
import { fail, ok } from "#worker/contract/result";
import { pictureAddress } from "#worker/contract/text/stored-pictures";
import { checkFile } from "#worker/gateways/files/check-file";
import { readPicture } from "#worker/gateways/pdf/read-picture";
import { bucketFor, countAttempts, type Limit } from "#worker/http/rate-limit";
import { maxPictureBytes, picturePart, pictureTooLarge } from "#worker/services/templates/pictures.contract";
import { pictureKeyOf } from "#worker/services/templates/pictures.queries";

/** How many pictures a user can keep. why: they stay, because emails that were sent show them. */
const limit: Limit = { name: "template-picture", attempts: 60, windowMs: 3_600_000 };

const refuse = (text: string) => fail("invalid", { fields: { [picturePart]: [text] } });
const notDrawable = "The picture is damaged or has too many pixels. Choose another one.";

/** Keeps a picture that emails and documents can show, under an address of its own. */
export const uploadPicture = async (ctx: OrgContext, files: readonly FilePart[]) => {
	const [picture, ...others] = files;
	if (picture?.part !== picturePart || others.length > 0) return refuse("Choose one picture.");
	if (picture.file.size > maxPictureBytes)
		return fail("file_too_large", { fields: { [picturePart]: [pictureTooLarge] } });
	const bytes = new Uint8Array(await picture.file.arrayBuffer());
	// why without its name: a picture is what it holds.
	const checked = checkFile({ name: "", bytes }, { fieldId: picturePart, type: "camera", props: { label: "Picture" } });
	if ("refusal" in checked) return refuse(checked.refusal);
	const read = await readPicture(bytes);
	if (!read) return refuse(notDrawable);
	const bucket = await bucketFor(limit.name, ctx.actor.id);
	const refused = await countAttempts(ctx, ctx.organisationId, [{ limit, bucket }]);
	if (refused) return refused.refusal;
	const file = `${crypto.randomUUID()}.${checked.ending}`;
	await ctx.env.FILES.put(pictureKeyOf(ctx.organisationId, file), bytes, {
		httpMetadata: { contentType: checked.mimetype },
	});
	const { organisationId } = ctx;
	return ok({
		address: pictureAddress(organisationId, file),
		organisationId,
		file,
		width: read.width,
		height: read.height,
	});
};
