import { type FormEvent, useMemo, useRef } from "react";
import { choiceValue, chosenField, defaultSide, type SideName } from "#app/routes/duplicates/choices";
import { may } from "#app/session/may-call";
import { type Command, useCommands } from "#app/shell/commands";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { compareApplicants } from "#worker/services/duplicates/contract";

/**
 * Adds scripts to the form of a comparison: choosing the record to keep sets every field that was not chosen by hand, and
 * a button takes all fields from one side. why through the form's own radio buttons: without scripts it is the same form.
 */
export const useChoosing = ({ first, second, fields }: EndpointResponse<typeof compareApplicants>) => {
	const form = useRef<HTMLFormElement>(null);
	/** Ids of the fields that were chosen by hand. why not their names in the form: those change when a field does. */
	const touched = useRef(new Set<string>());
	const different = useMemo(() => fields.filter(({ isSame }) => !isSame), [fields]);
	const { choose, takeAll } = useMemo(() => {
		const choose = (index: number, side: SideName) => {
			const group = form.current?.elements.namedItem(`choice-${index}`);
			const field = different[index];
			if (field && group instanceof RadioNodeList) group.value = choiceValue(side, field.id);
		};
		const takeAll = (side: SideName) =>
			different.forEach((field, index) => {
				// why: an empty value is taken only when it is chosen itself.
				if (field[side] === null) return;
				touched.current.add(field.id);
				choose(index, side);
			});
		return { choose, takeAll };
	}, [different]);
	const commands = useMemo<Command[]>(
		() =>
			[["first", first] as const, ["second", second] as const].map(([side, { applicationNumber }]) => ({
				id: `take-all-${side}`,
				title: `Take all from ${applicationNumber}`,
				group: "Applicant",
				keywords: "merge compare fields answers",
				calls: may.changeApplicants,
				run: () => takeAll(side),
			})),
		[first, second, takeAll],
	);
	useCommands(commands);
	const onChange = ({ target }: FormEvent<HTMLFormElement>) => {
		if (!(target instanceof HTMLInputElement)) return;
		if (target.name !== "keep") {
			touched.current.add(chosenField(target.value));
			return;
		}
		const keep = target.value === "second" ? "second" : "first";
		different.forEach((field, index) => {
			if (!touched.current.has(field.id)) choose(index, defaultSide(field, keep));
		});
	};
	return { form, onChange, takeAll };
};
