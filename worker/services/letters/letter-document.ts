import { ok } from "#worker/contract/result";
import { formatDate } from "#worker/contract/text/dates";
import { mergeFields } from "#worker/contract/text/fill-template";
import { fullName } from "#worker/contract/text/full-name";
import type { KeptMergeValues } from "#worker/contract/text/merge-text";
import { mergeValuesOf } from "#worker/contract/text/merge-values";
import type { PageSetup } from "#worker/contract/text/page-setup";
import { readRichText } from "#worker/contract/text/read-rich-text.server";
import { ink, type PdfDocument, type PdfMargins, type PdfNode, widthWithin } from "#worker/gateways/pdf/content";
import { letterhead } from "#worker/gateways/pdf/letterhead";
import type { Picture } from "#worker/gateways/pdf/read-picture";
import { drawRichText } from "#worker/gateways/pdf/rich-text";
import { verificationBlock } from "#worker/gateways/pdf/verification";
import type { Applicant } from "#worker/services/applicants/contract";
import type { LetterCheck } from "#worker/services/letters/letter-code";
import type { PrintingOrganisation } from "#worker/services/organisation/queries";

/** What every letter of an institution shares. */
export interface Stationery {
	organisation: PrintingOrganisation & {
		signatoryName: string | null;
		signatoryTitle: string | null;
		signatureKey: string | null;
	};
	logo: Picture | undefined;
	signature: Picture | undefined;
	/** The pictures of the template, its head and its signature, by their addresses. */
	pictures: ReadonlyMap<string, Picture>;
}

export interface LetterText {
	template: { id: string; name: string; content: string; page?: PageSetup | null | undefined };
	applicant: Pick<
		Applicant,
		| ("firstName" | "middleName" | "lastName" | "accountEmail" | "course" | "location")
		| ("applicationNumber" | "applicationTitle" | "reference")
	>;
	/** The stage it is made for; the comment is that of the stage change. */
	stageName: string;
	comment: string | null;
	/** UTC milliseconds. */
	date: number;
	/** The answers to the fields of the form that the template names. */
	formValues: KeptMergeValues | undefined;
}

/** Returns a letter (§2 Offer Letter): letterhead, the template's text with its fields filled in, signature. */
export const letterDocument = (stationery: Stationery, text: LetterText) => {
	const { organisation } = stationery;
	const { template, applicant, date } = text;
	const merged = mergeFields(template.content, valuesOf(stationery, text));
	if (!merged.ok) return merged;
	const page = template.page ?? undefined;
	const margins = page && marginsOf(page);
	const width = widthWithin(margins);
	const content: PdfNode[] = [
		...headOf(stationery, page, width),
		{
			columns: [
				{ text: `Our reference: ${applicant.reference}`, color: ink.soft, width: width / 2 },
				{ text: formatDate(date, organisation.timeZone), alignment: "right", color: ink.soft, width: "*" },
			],
			margin: [0, 0, 0, 16],
		},
		...drawRichText(readRichText(merged.value), { pictures: stationery.pictures, width }).map((block) => ({
			fontSize: 10.5,
			lineHeight: 1.25,
			...block,
		})),
		...signatureBlock(stationery, page),
	];
	const part = { content, footer: page?.footer ?? `${applicant.applicationNumber}  ·  ${organisation.name}` };
	return ok({ title: `${template.name} of ${fullName(applicant)}`, author: organisation.name, parts: [part], margins });
};

const pointsInMillimetre = 72 / 25.4;

const marginsOf = ({ margins: { left, top, right, bottom } }: PageSetup): PdfMargins =>
	[left, top, right, bottom].map((side) => side * pointsInMillimetre) as PdfMargins;

/** The head of the first page: the institution's, a picture as wide as the text, or none. */
const headOf = (
	{ organisation, logo, pictures }: Stationery,
	page: PageSetup | undefined,
	width: number,
): PdfNode[] => {
	if (page?.letterhead === "none") return [];
	const picture = page?.letterhead === "picture" ? pictures.get(page.letterheadPicture ?? "") : undefined;
	if (picture) return [{ image: picture.dataUrl, fit: [width, 140], margin: [0, 0, 0, 14] }];
	return letterhead(organisation, logo, { width });
};

/**
 * Adds the code of a letter to its end, or what a preview has in its place. why apart: every letter has a code of its own,
 * also those that say the same.
 */
export const withCheck = (document: PdfDocument, check: LetterCheck | undefined): PdfDocument => {
	const block = check
		? verificationBlock({
				title: "Check this letter",
				about: `Scan the picture, or enter the code at ${check.typeAt}, to see whether the letter is in force.`,
				...check,
			})
		: noCheck;
	return { ...document, parts: document.parts.map((part) => ({ ...part, content: [...part.content, block] })) };
};

/** why: a preview is the same PDF, and must not pass for a letter. */
const noCheck: PdfNode = {
	text: "This is a preview. A letter that is made has a code here, by which anybody can check it.",
	color: ink.faint,
	margin: [0, 16, 0, 0],
};

const valuesOf = ({ organisation }: Stationery, { applicant, stageName, comment, date, formValues }: LetterText) =>
	mergeValuesOf({
		organisation,
		applicant: {
			...applicant,
			formValues,
			email: applicant.accountEmail,
			courseCode: applicant.course.code,
			courseTitle: applicant.course.title,
			locationName: applicant.location?.name ?? null,
		},
		stageName,
		comment,
		date,
	});

const signatureBlock = (
	{ organisation, signature: usual, pictures }: Stationery,
	page: PageSetup | undefined,
): PdfNode[] => {
	if (page?.signature === "none") return [];
	const own = page?.signature === "picture" ? pictures.get(page.signaturePicture ?? "") : undefined;
	const signature = own ?? usual;
	const { signatoryName, signatoryTitle } = organisation;
	if (!signature && signatoryName === null) return [];
	return [
		{
			unbreakable: true,
			margin: [0, 20, 0, 0],
			stack: [
				...(signature ? [{ image: signature.dataUrl, fit: [150, 54] } as PdfNode] : [{ text: "\n\n" }]),
				{
					canvas: [{ type: "line", x1: 0, y1: 0, x2: 190, y2: 0, lineWidth: 0.6, lineColor: ink.faint }],
					margin: [0, 2, 0, 4],
				},
				{ text: signatoryName ?? organisation.name, bold: true },
				...(signatoryTitle === null ? [] : [{ text: signatoryTitle, color: ink.soft }]),
			],
		},
	];
};
