import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { anyOf, holdsAny } from "#worker/contract/permissions";
import { fail, ok } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { mergeFields } from "#worker/contract/text/merge-fields";
import { fillHtml, fillLine, fillPlain, namedFields } from "#worker/contract/text/merge-text";
import { mergeValuesOf } from "#worker/contract/text/merge-values";
import { countSms } from "#worker/contract/text/sms";
import { mailPage } from "#worker/gateways/mail/mail-page";
import { type MergeApplicant, readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import { readRecentApplicants } from "#worker/services/applicants/search.queries";
import { readFormFieldsNamedIn } from "#worker/services/form-designs/merge-fields.queries";
import { readDrawnLetter } from "#worker/services/letters/preview.queries";
import { asSender } from "#worker/services/organisation/contract";
import { organisationById } from "#worker/services/organisation/queries";
import { checkPictures } from "#worker/services/templates/check-pictures";
import { cleanTemplate } from "#worker/services/templates/clean-template";
import type { previewTemplate as endpoint } from "#worker/services/templates/previews.contract";
import { findTemplate } from "#worker/services/templates/queries";

export type Draft = EndpointRequest<typeof endpoint>["body"];

const sampleOf = (label: string) => `[${label}]`;

/** What stands in the merge fields where there is no applicant to show: their labels. */
const sample: MergeApplicant = {
	id: "",
	firstName: sampleOf("First name"),
	middleName: sampleOf("Middle name"),
	lastName: sampleOf("Last name"),
	email: sampleOf("Email address"),
	applicationNumber: sampleOf("Application number"),
	reference: sampleOf("Reference"),
	applicationId: "",
	applicationTitle: sampleOf("Application"),
	courseId: "",
	courseCode: sampleOf("Course code"),
	courseTitle: sampleOf("Course"),
	locationName: sampleOf("Location"),
	stepId: "",
	stageName: sampleOf("Stage"),
	phone: null,
	isPhoneSensitive: false,
};

/** What stands in the place of the comment, which only a stage change has. */
const sampleComment = sampleOf("Comment of the stage change");

/**
 * Finds the applicant of a preview: the one that is named, or the one whom the user opened last. Users who see no
 * applicants get a sample. why: to write templates is no reason to read about people.
 */
const findShown = async (ctx: OrgContext, candidateId: string | null, texts: readonly string[]) => {
	const seers = anyOf("candidate");
	if (!holdsAny(ctx.actor.privileges, seers)) return ok(null);
	const reach: OrgContext = { ...ctx, scope: ctx.scopeFor(seers) };
	const [recent] = candidateId === null ? await readRecentApplicants(reach, 1) : [];
	const id = candidateId ?? recent?.id;
	if (id === undefined) return ok(null);
	const found = (await readMergeApplicants(reach, [id], texts)).get(id);
	return found || candidateId === null ? ok(found ?? null) : fail("not_found");
};

/** Returns the cleaned texts of a draft, with the institution and the applicant that fill them. */
const openDraft = async (ctx: OrgContext, draft: Draft) => {
	const cleaned = await cleanTemplate(ctx, draft);
	if (!cleaned.ok) return cleaned;
	const saved = draft.templateId === null ? undefined : await findTemplate(ctx, draft.templateId);
	const page = saved?.page;
	const refused = await checkPictures(ctx, { ...cleaned.value, page });
	if (refused) return refused;
	const texts = [cleaned.value.subject ?? "", cleaned.value.content];
	const [shown, [organisation], ofForms] = await Promise.all([
		findShown(ctx, draft.candidateId, texts),
		organisationById(ctx.db, ctx.organisationId),
		readFormFieldsNamedIn(ctx, texts),
	]);
	if (!shown.ok) return shown;
	if (!organisation) return fail("not_found");
	const samples = Object.fromEntries(ofForms.map(({ name, label }) => [name, sampleOf(label)]));
	const applicant: MergeApplicant = shown.value ?? { ...sample, formValues: samples };
	return ok({ ...cleaned.value, saved, shown: shown.value, applicant, organisation, ofForms });
};

/** Fills in a draft for an applicant, by the code that sends it. */
export const fillTemplate = async (ctx: OrgContext, draft: Draft) => {
	const opened = await openDraft(ctx, draft);
	if (!opened.ok) return opened;
	const { type, subject, content, shown, applicant, organisation, ofForms } = opened.value;
	const values = mergeValuesOf({
		organisation,
		applicant,
		stageName: applicant.stageName,
		comment: sampleComment,
		date: ctx.now(),
	});
	const filled = subject === null ? null : fillLine(subject, values);
	const message = type === "sms" ? fillPlain(content, values) : fillHtml(content, values);
	const page = mailPage({
		subject: filled ?? "",
		message,
		about: applicant,
		institution: asSender(ctx.env.PORTAL_ORIGIN, organisation),
	});
	const named = namedFields(`${subject} ${content}`);
	const emptyFields = [...mergeFields, ...ofForms].filter(({ name }) => named.includes(name) && !values[name]);
	return ok({ shown, subject: filled, message, page, emptyFields });
};

/** Returns a text as an applicant would get it. */
export const previewTemplate = async (ctx: OrgContext, draft: Draft) => {
	const filled = await fillTemplate(ctx, draft);
	if (!filled.ok) return filled;
	const { shown, subject, message, page, emptyFields } = filled.value;
	const { type } = draft;
	return ok({
		candidate: shown && { id: shown.id, name: fullName(shown) },
		to: shown && type === "email" ? shown.email : null,
		subject,
		text: type === "sms" ? message : page.text,
		sms: type === "sms" ? countSms(message) : null,
		emptyFields: emptyFields.map(({ name, label }) => ({ name, label })),
	});
};

/** Returns a document as an applicant would get it, drawn as letters are. */
export const drawTemplate = async (ctx: OrgContext, draft: Draft) => {
	const opened = await openDraft(ctx, draft);
	if (!opened.ok) return opened;
	const { content, applicant, saved } = opened.value;
	if (draft.templateId !== null && saved?.type !== "document") return fail("not_found");
	return readDrawnLetter(ctx, {
		template: { id: "preview", name: "Preview", content, page: saved?.page },
		applicant: {
			...applicant,
			accountEmail: applicant.email,
			course: { id: applicant.courseId, code: applicant.courseCode, title: applicant.courseTitle },
			location: applicant.locationName === null ? null : { id: "", name: applicant.locationName },
		},
		stageName: applicant.stageName,
		comment: sampleComment,
		date: ctx.now(),
		formValues: applicant.formValues,
	});
};
