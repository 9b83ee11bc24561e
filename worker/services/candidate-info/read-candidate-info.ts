import type { RequestContext } from "#worker/context";
import { withoutConditions } from "#worker/contract/forms/conditions";
import type { FormData, FormLayout, FormSection } from "#worker/contract/forms/form-schema";
import { layOutAll, slotsOf } from "#worker/contract/forms/form-slots";
import { fail, ok } from "#worker/contract/result";
import { pictureResponse } from "#worker/http/file-response";
import { refuseAddress } from "#worker/http/rate-limit";
import { findByPublicId, findPhotoOfSummary, namesOfFiles } from "#worker/services/candidate-info/queries";
import { layoutWith } from "#worker/services/forms/queries";

/** Refuses an address that opens more than 60 summaries or pictures a minute: enough for an office, too few to collect. */
const refuseMany = (ctx: RequestContext, name: string) => refuseAddress(ctx, { name, attempts: 60, windowMs: 60_000 });

/** The public summary (§2 candidate-info, §3 Candidate info): of the form only what its design calls public. */
export const readCandidateInfo = async (ctx: RequestContext, publicId: string, organisation?: string) => {
	const refused = await refuseMany(ctx, "candidate-info");
	if (refused) return refused;
	const found = await findByPublicId(ctx, publicId, organisation);
	if (!found) return fail("not_found");
	const { organisationId, submissionId, candidate, status, applicationTitle, course } = found;
	const files = submissionId ? await namesOfFiles(ctx, organisationId, submissionId) : [];
	const data = found.data ?? {};
	const { layout, isAsked } = askedLayout(layoutWith(found.layout, found.sensitive), data, files);
	const isPublicField = publicFields(layout);
	const isPublic = (fieldId: string) => isPublicField(fieldId) && isAsked(fieldId);
	return ok({
		candidate: { ...candidate, status, applicationTitle, course },
		formData: {
			data: Object.fromEntries(Object.entries(data).filter(([fieldId]) => isPublic(fieldId))),
			attachments: files.filter(({ fieldId }) => isPublic(fieldId)).map(({ name, mimetype }) => ({ name, mimetype })),
		},
		formSchema: publicLayout(layout),
	});
};

/** The picture of a public summary (§2 candidate-info). */
export const readSummaryPhoto = async (ctx: RequestContext, publicId: string, organisation?: string) => {
	const refused = await refuseMany(ctx, "candidate-info-photo");
	if (refused) return refused;
	const found = await findPhotoOfSummary(ctx, publicId, organisation);
	return pictureResponse(ctx.env, found?.photoKey);
};

const isReferees = ({ refereeSectionType }: Pick<FormSection, "refereeSectionType">) =>
	refereeSectionType !== undefined;

/**
 * The part of the layout that its design calls public. Never what is sensitive, nor what referees answer, which is confidential; nor what a
 * section asks of the applicant.
 */
const publicLayout = ({ sections }: FormLayout): FormLayout => ({
	sections: sections.filter((section) => !isReferees(section)).flatMap(publicPart),
});

const publicPart = ({ rows, description: _, ...section }: FormSection): FormSection[] => {
	const shown = rows
		.map((row) => ({
			...row,
			cols: row.cols.filter(({ props }) => !props.isSensitive && (props.isPublic ?? section.isPublic ?? false)),
		}))
		.filter(({ cols }) => cols.length > 0);
	return shown.length === 0 ? [] : [{ ...section, rows: shown }];
};

/** Checks whether this is a public field, or a repeat of one (`school__2`), and no other field of the form. */
const publicFields = (layout: FormLayout): ((fieldId: string) => boolean) => {
	const open = fieldsOf(publicLayout(layout).sections);
	const all = fieldsOf(layout.sections);
	const closed = fieldsOf(layout.sections.filter(isReferees));
	for (const fieldId of all) if (!open.has(fieldId)) closed.add(fieldId);
	return (fieldId) => {
		const names = [fieldId, fieldId.replace(/(__\d+)+$/, "")];
		return names.some((name) => open.has(name)) && !names.some((name) => closed.has(name));
	};
};

const fieldsOf = (sections: readonly FormSection[]): Set<string> =>
	new Set(sections.flatMap(({ rows }) => rows.flatMap(({ cols }) => cols.map(({ fieldId }) => fieldId))));

/** Returns the layout without what the answers do not ask for, and without its conditions, whose fields may be private. */
const askedLayout = ({ sections }: FormLayout, data: FormData, attachments: readonly { fieldId: string }[]) => {
	const form = { layout: { sections }, data, repeats: { sections: {}, rows: {} }, attachments };
	const slots = slotsOf(layOutAll(form, "applicant"));
	const asked = new Set(slots.flatMap(({ col, isHidden }) => (isHidden ? [] : [col])));
	const hidden = new Set(slots.flatMap(({ fieldId, isHidden }) => (isHidden ? [fieldId] : [])));
	const layout: FormLayout = {
		sections: sections.map((section) => ({
			...section,
			rows: section.rows.map((row) => ({
				...row,
				cols: row.cols.filter((col) => isReferees(section) || asked.has(col)),
			})),
		})),
	};
	return { layout: withoutConditions(layout), isAsked: (fieldId: string) => !hidden.has(fieldId) };
};
