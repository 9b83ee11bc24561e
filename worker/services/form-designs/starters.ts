import * as v from "valibot";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { LayoutToSave, SectionToSave } from "#worker/contract/forms/layout-to-save";
import { starterIds } from "#worker/services/form-designs/contract";
import data from "./starters.json";

const Starters = v.strictObject({
	sections: v.array(SectionToSave),
	starters: v.array(
		v.strictObject({
			id: v.picklist(starterIds),
			title: v.string(),
			description: v.string(),
			/** The sections of the form, by id. */
			sections: v.array(v.string()),
		}),
	),
});
type Starter = v.InferOutput<typeof Starters>["starters"][number];

const read = () => v.parse(Starters, data);

/** Returns what a new form can begin with. */
export const listStarters = () =>
	read().starters.map((starter) => {
		const { id, title, description } = starter;
		const { sections } = layoutOf(starter);
		return { id, title, description, sections: sections.map((section) => section.title) };
	});

/** Returns the layout of a starter. */
export const layoutOfStarter = (id: Starter["id"]): FormLayout => {
	const found = read().starters.find((starter) => starter.id === id);
	return found ? layoutOf(found) : { sections: [] };
};

const layoutOf = ({ sections }: Starter): FormLayout => {
	const known = read().sections;
	return v.parse(LayoutToSave, { sections: sections.map((id) => known.find((section) => section.id === id)) });
};
