import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { readStoredPicture } from "#worker/gateways/pdf/read-picture";
import { renderPdf } from "#worker/gateways/pdf/render-pdf";
import { findApplicant, findPhotoKey } from "#worker/services/applicants/applicant.queries";
import { findSubmission } from "#worker/services/forms/queries";
import { organisationById } from "#worker/services/organisation/queries";
import type { PrintableForm } from "#worker/services/printing/contract";
import { formDocument } from "#worker/services/printing/form-document";
import { printableForm } from "#worker/services/printing/printable-form";

export const readPrintable = async (ctx: OrgContext, applicantId: string, isClear = false) => {
	const [applicant, [organisation]] = await Promise.all([
		findApplicant(ctx, applicantId),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (!applicant || !organisation) return fail("not_found");
	const form = applicant.formId === null ? undefined : await findSubmission(ctx, applicant.formId);
	return ok(printableForm({ organisation, applicant, form, portalOrigin: ctx.env.PORTAL_ORIGIN, isClear }));
};

interface PrintedFile {
	bytes: Uint8Array<ArrayBuffer>;
	name: string;
}

export const printApplicant = async (ctx: OrgContext, applicantId: string) => {
	const [printable, logo, photo] = await Promise.all([
		readPrintable(ctx, applicantId),
		readLogo(ctx),
		readPassport(ctx, applicantId),
	]);
	return printable.ok ? ok(await drawForm(printable.value, { logo, photo })) : printable;
};

export const drawForm = async (
	form: PrintableForm,
	pictures: Parameters<typeof formDocument>[1],
): Promise<PrintedFile> => {
	const { applicant, organisation } = form;
	const title = `Applicant form of ${applicant.name}, ${applicant.applicationNumber}`;
	const bytes = await renderPdf({ title, author: organisation.name, parts: [formDocument(form, pictures)] });
	return { bytes, name: formFileName(applicant) };
};

/** 'CU-26-104233 Adaeze Okafor.pdf': sorts by application number in a folder. */
const formFileName = ({ applicationNumber, name }: PrintableForm["applicant"]): string =>
	`${applicationNumber.replaceAll("/", "-")} ${name}`
		.replace(/[/\\:*?"<>|\p{C}]/gu, "_")
		.slice(0, 120)
		.concat(".pdf");

export const readLogo = async (ctx: OrgContext) => {
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	return readStoredPicture(ctx.env, organisation?.logoKey);
};

export const readPassport = async (ctx: OrgContext, applicantId: string) =>
	readStoredPicture(ctx.env, await findPhotoKey(ctx, applicantId));
