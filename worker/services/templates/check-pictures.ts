import type { OrgContext } from "#worker/context";
import { megabytes } from "#worker/contract/forms/accepted-files";
import { fail } from "#worker/contract/result";
import type { PageSetup } from "#worker/contract/text/page-setup";
import {
	foreignPicture,
	isPictureOf,
	maxDrawnBytes,
	maxDrawnPictures,
	storedPicturesIn,
} from "#worker/contract/text/stored-pictures";
import type { TemplateType } from "#worker/services/templates/contract";
import { sizesOfPictures } from "#worker/services/templates/pictures.queries";

interface Shown {
	type: TemplateType;
	/** Clean HTML. */
	content: string;
	page?: PageSetup | null | undefined;
}

/** Says that the pictures of a document are too large together, in bytes. */
const tooLarge = (bytes: number): string => {
	const [most, shown] = [maxDrawnBytes, Math.ceil(bytes / 100_000) * 100_000].map(megabytes);
	return `The pictures of a document can have at most ${most} together; these have ${shown}. Choose smaller ones, or fewer.`;
};

/**
 * Refuses pictures of another institution, and pictures of a document that are too large together, beside the field with
 * most of them: `content`, `page.letterheadPicture` or `page.signaturePicture`.
 */
export const checkPictures = async (ctx: OrgContext, { type, content, page }: Shown) => {
	if (type === "sms") return undefined;
	const places: [field: Place, addresses: string[]][] = [
		["content", storedPicturesIn(content).slice(0, maxDrawnPictures)],
		["page.letterheadPicture", [page?.letterheadPicture ?? []].flat()],
		["page.signaturePicture", [page?.signaturePicture ?? []].flat()],
	];
	const foreign = places.find(([, addresses]) => addresses.some((one) => !isPictureOf(ctx.organisationId, one)));
	if (foreign) return refuse(foreign[0], foreignTexts[foreign[0]]);
	if (type !== "document") return undefined;
	const sizes = await sizesOfPictures(
		ctx,
		places.flatMap(([, addresses]) => addresses),
	);
	const bytes = [...sizes.values()].reduce(plus, 0);
	if (bytes <= maxDrawnBytes) return undefined;
	const bytesAt = ([, addresses]: (typeof places)[number]) =>
		addresses.map((one) => sizes.get(one) ?? 0).reduce(plus, 0);
	const [largest = places[0]] = places.toSorted((one, other) => bytesAt(other) - bytesAt(one));
	return refuse(largest?.[0] ?? "content", tooLarge(bytes));
};

const foreignOfPage = (part: string): string =>
	`The ${part} of the pages is a picture of another institution. Leave it out, or upload one here.`;

const foreignTexts = {
	content: foreignPicture,
	"page.letterheadPicture": foreignOfPage("head"),
	"page.signaturePicture": foreignOfPage("signature"),
};
type Place = keyof typeof foreignTexts;

const plus = (one: number, other: number): number => one + other;

const refuse = (field: Place, message: string) => fail("invalid", { message, fields: { [field]: [message] } });
