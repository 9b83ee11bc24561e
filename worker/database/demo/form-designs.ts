import * as v from "valibot";
import { summariseChange } from "#worker/contract/forms/compare-layouts";
import { addField, addSection, setCondition } from "#worker/contract/forms/edit-layout";
import { type FormLayout, FormSection } from "#worker/contract/forms/form-schema";
import data from "./data/form-designs.json";
import type { Row } from "./insert";
import type { ApplicationPlan } from "./institution";
import { day } from "./times";

const Form = v.array(v.string());
const { sections, forms } = v.parse(
	v.strictObject({
		sections: v.array(FormSection),
		/** The sections of each form, by id. Applicants of the year before answered `undergraduate-old`. */
		forms: v.strictObject({
			undergraduate: Form,
			"undergraduate-old": Form,
			postgraduate: Form,
			polytechnic: Form,
		}),
	}),
	data,
);

/** Returns the layout of a form. */
export const layoutOf = (form: ApplicationPlan["form"]): FormLayout => ({
	sections: forms[form].map((id) => {
		const section = sections.find((one) => one.id === id);
		if (!section) throw new Error(`The form ${form} has no section ${id}`);
		return section;
	}),
});

/** Returns the values that a field offers. */
export const optionsOf = (fieldId: string): readonly string[] => {
	const cols = sections.flatMap(({ rows }) => rows.flatMap(({ cols }) => cols));
	const options = cols.find((col) => col.fieldId === fieldId)?.props.options ?? [];
	return options.map(({ value }) => value);
};

interface Own {
	organisationId: string;
}

/** The steps of a draft beside a published version: a section was added for those who want a place in a hostel, whose list has no options yet. */
export const stepsOf = (
	{ organisationId }: Own,
	{ id, createdAt }: Pick<Row<"formDesigns">, "id" | "createdAt">,
	published: FormLayout,
): Row<"formDesignSteps">[] => {
	const field = {
		type: "select",
		props: { label: "Hall of residence", required: true },
		isBeside: false,
		repeatable: false,
	};
	const added = addField(addSection(published, { title: "Accommodation" }), "accommodation", field);
	const layout = setCondition(
		added,
		{ sectionId: "accommodation" },
		{ fieldId: "hostel", is: "one-of", values: ["true"] },
	);
	const about = { organisationId, formDesignId: id, actorName: null };
	return [
		{ ...about, step: 0, layout: published, what: "Version 2", createdAt: createdAt + 360 * day },
		{ ...about, step: 1, layout, what: summariseChange(published, layout), createdAt: createdAt + 361 * day },
	];
};

/** A form that was never published, and one that is offered no longer. */
export const otherDesignsOf = (own: Own, idOf: (kind: string, key: string) => string, founded: number) => {
	const [begun, former] = [idOf("form", "scholarship"), idOf("form", "former")];
	const layout: FormLayout = { sections: layoutOf("undergraduate").sections.slice(0, 2) };
	const old = layoutOf("undergraduate-old");
	const createdAt = founded + 350 * day;
	return {
		formDesigns: [
			{ ...own, id: begun, title: "Scholarship form", status: "draft", version: 0, draftStep: 0, createdAt },
			{ ...own, id: former, title: "Pre-degree form", active: false, version: 1, createdAt: founded },
		] satisfies Row<"formDesigns">[],
		formDesignVersions: [
			{ ...own, formDesignId: former, version: 1, layout: old, createdAt: founded },
		] satisfies Row<"formDesignVersions">[],
		formDesignSteps: [
			{ ...own, formDesignId: begun, step: 0, layout, what: "The form as it was created", createdAt },
		] satisfies Row<"formDesignSteps">[],
	};
};
