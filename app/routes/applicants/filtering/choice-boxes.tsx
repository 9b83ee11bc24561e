import type { Choice } from "#app/routes/applicants/filtering/filter-choices";
import { parameterOf } from "#worker/contract/applicant-filter";

/** Filters of which any number can be chosen. */
export type FilteredIds = "administrationLevelItemIds" | "courseIds" | "states" | "genders" | "locationIds";

export interface ChoiceBoxesProps {
	/** `assigned` has one choice at a time. */
	name: FilteredIds | "assigned";
	choices: readonly Choice[];
	chosen: readonly string[];
	/** The ids of the visible choices; hidden ones stay in the form. */
	shown?: ReadonlySet<string>;
}

export const ChoiceBoxes = ({ name, choices, chosen, shown }: ChoiceBoxesProps) =>
	choices.map((choice) => (
		<label
			key={choice.id}
			hidden={shown && !shown.has(choice.id)}
			className="flex min-h-8 break-inside-avoid items-center gap-2.5 rounded-md px-2 py-1 hover:bg-hover"
		>
			<input
				type={name === "assigned" ? "radio" : "checkbox"}
				name={parameterOf(name)}
				value={choice.id}
				defaultChecked={chosen.includes(choice.id)}
				className="size-4 shrink-0 scroll-my-20 accent-accent"
			/>
			{choice.name}
		</label>
	));
