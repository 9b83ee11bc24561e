import { type FormEvent, useMemo, useRef } from "react";
import { choiceValue, chosenField, type SideName, usualSide } from "#app/routes/duplicates/choices";
import { may } from "#app/session/may-call";
import { type Command, useCommands } from "#app/shell/commands";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { compareApplicants } from "#worker/services/duplicates/contract";

/**
 * What scripts add to the form of a comparison: whoever is said to stay keeps their own in every field that was not
 * chosen, and one press takes all from one of the two. why by the form's own buttons: without scripts it is the same form.
 */
export const useChoosing = ({ first, second, fields }: EndpointResponse<typeof compareApplicants>) => {
	const form = useRef<HTMLFormElement>(null);
	/** Fields, by their ids. why not by their names in the form: those change where somebody was faster. */
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
				// why: nobody means to take that there is nothing.
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
			if (!touched.current.has(field.id)) choose(index, usualSide(field, keep));
		});
	};
	return { form, onChange, takeAll };
};
