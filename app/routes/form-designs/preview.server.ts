import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { formAt, loadDraft } from "#app/routes/form-designs/load-draft.server";
import { readSignedInAnswers } from "#app/session/read-answers.server";
import { requireAccess } from "#app/session/require-user.server";
import { countsOf } from "#app/ui/form-fields/copies";
import { noRepeats, readSections } from "#app/ui/form-fields/read-sections";
import { kindOf } from "#worker/contract/forms/field-kind";
import { checkAnswers } from "#worker/contract/forms/form-rules";
import type { FormData as Answers, FormLayout, FormSection, RepeatCounts } from "#worker/contract/forms/form-schema";
import { type FormAnswerer, layOutAll, slotsOf } from "#worker/contract/forms/form-slots";
import { conditionsOfPage } from "#worker/contract/forms/page-conditions";
import { places } from "#worker/contract/forms/places.server";
import { getDesignDraft, getDesignVersion } from "#worker/services/form-designs/contract";

const views = ["applicant", "staff", "paper"] as const;

/** The pixels of a phone and of a desktop, at which the wizard is shown in a frame of its own. */
const widths = [360, 1440] as const;

/** Reads the layout that an address shows, a published version or the draft, and how it shows it. */
export const loadPreview = async (args: LoaderFunctionArgs) => {
	const { api, session } = await requireAccess(args, getDesignDraft);
	const { searchParams } = new URL(args.request.url);
	const [, number = ""] = /^([1-9]\d{0,8})$/.exec(searchParams.get("version") ?? "") ?? [];
	const params = { id: args.params.recordId ?? "" };
	const [draft, version] = await Promise.all([
		loadDraft(api, args),
		number ? api.call(getDesignVersion, { params: { ...params, number } }).then(orThrow) : undefined,
	]);
	const layout: FormLayout = version?.layout ?? draft.layout;
	const step = searchParams.get("step");
	const asked = layout.sections.find(({ id }) => id === step);
	return {
		title: draft.title,
		number,
		/** Changes when what is shown is changed by somebody. */
		revision: version ? 0 : draft.version,
		layout,
		section: asked ?? layout.sections[0],
		step: asked?.id,
		as: views.find((view) => view === searchParams.get("as")) ?? "applicant",
		width: widths.find((width) => String(width) === searchParams.get("width")),
		csrf: session.csrf() ?? "",
	};
};
type Preview = Awaited<ReturnType<typeof loadPreview>>;

interface Shown {
	as?: (typeof views)[number];
	width?: number | undefined;
	step?: string | undefined;
}

/** Returns the address of the preview. @param path "page" for what is in the frame */
export const previewAt = (args: LoaderFunctionArgs, { number }: Preview, { as, width, step }: Shown, path = "") => {
	const params = new URLSearchParams({
		...(number && { version: number }),
		...(as && as !== "applicant" && { as }),
		...(width !== undefined && { width: String(width) }),
		...(step !== undefined && { step }),
	});
	const search = params.toString();
	return `${formAt(args)}/preview${path}${search && `?${search}`}`;
};

/** Returns where the width is chosen. */
export const widthChoices = (args: LoaderFunctionArgs, preview: Preview) => {
	const to = (label: string, width?: number) => ({
		label,
		to: previewAt(args, preview, { width, step: preview.step }),
		current: preview.width === width,
	});
	const [phone, desktop] = widths;
	return [to("This window"), to(`Phone ${phone} px`, phone), to(`Desktop ${desktop} px`, desktop)];
};

const answererOf = ({ refereeSectionType }: FormSection): FormAnswerer =>
	refereeSectionType === undefined ? "applicant" : { referee: refereeSectionType };

/** Returns a section, after the fields elsewhere on whose answers it depends what is asked in it. */
const inputsOf = (layout: FormLayout, section: FormSection): FormSection[] => {
	const form = { layout, data: {}, repeats: noRepeats };
	const own = layOutAll(form, answererOf(section)).filter(({ sectionId }) => sectionId === section.id);
	const elsewhere = conditionsOfPage(form, own)?.layout.sections.filter(({ id }) => id !== section.id) ?? [];
	return [...elsewhere, section];
};

/** Shows one section as the applicant or referee who fills it in sees it. @param attachments files that were chosen on the page */
const drawn = (
	inputs: FormSection[],
	{ id, ...section }: FormSection,
	{ answers = {}, repeats = noRepeats, attachments = [] }: Partial<Filled> = {},
) => {
	const form = { layout: { sections: inputs }, data: answers, repeats, attachments };
	const all = layOutAll(form, answererOf({ id, ...section }));
	const copies = all.filter(({ sectionId }) => sectionId === id);
	const asksPlaces = slotsOf(all).some(({ col }) => ["place", "country"].includes(kindOf(col)));
	return {
		copies,
		answers,
		places: asksPlaces ? places : undefined,
		elsewhere: [...Map.groupBy(all, ({ sectionId }) => sectionId).values()].filter(([one]) => one?.sectionId !== id),
		conditions: conditionsOfPage(form, all),
	};
};

interface Filled {
	answers: Answers;
	repeats: RepeatCounts;
	attachments: { fieldId: string }[];
}

/**
 * Returns what the wizard shows of one section, and where its others are.
 * @param anchor where a step leads to in the page: on a narrow screen the fields are below the sections
 */
export const wizardOf = (args: LoaderFunctionArgs, preview: Preview, anchor: string) => {
	const { layout, section, width } = preview;
	return {
		id: section?.id ?? "",
		steps: layout.sections.map(({ id, title: name, refereeSectionType = null }) => ({
			id,
			name,
			refereeSectionType,
			to: `${previewAt(args, preview, { width, step: id })}#${anchor}`,
		})),
		page: section ? drawn(inputsOf(layout, section), section) : null,
	};
};

export interface PreviewAnswer {
	id: string;
	page: ReturnType<typeof drawn> | null;
	errors: Record<string, string[]>;
	isChecked: boolean;
	error?: string;
	/** Changes where fields have other places. */
	revision: string;
}

/** Checks what was typed as the wizard does, or repeats a part. Nothing is kept. */
export const checkPreview = async (args: LoaderFunctionArgs) => {
	const { layout, section } = await loadPreview(args);
	const { form } = await readSignedInAnswers(args.request, args.context);
	if (!section) return json<PreviewAnswer>({ id: "", page: null, errors: {}, isChecked: false, revision: "" });
	const inputs = inputsOf(layout, section);
	const { sections, answers, copied } = readSections(inputs, form, answererOf(section));
	const own = sections.filter(({ sectionId }) => sectionId === section.id);
	const files = [...form].flatMap(([fieldId, file]) => (file instanceof File && file.size > 0 ? [{ fieldId }] : []));
	const errors = copied ? {} : checkAnswers(own, { data: answers, files }, places);
	return json<PreviewAnswer>({
		id: section.id,
		errors,
		isChecked: !copied,
		revision: crypto.randomUUID(),
		page: drawn(inputs, section, {
			...(copied ?? { answers, repeats: countsOf(sections) }),
			attachments: files,
		}),
	});
};
