import type { ReactNode } from "react";
import type { ListAddress } from "#app/list/list-address";
import { wrongDaysOf } from "#app/records/wrong-days";
import { ChoiceBoxes } from "#app/routes/applicants/filtering/choice-boxes";
import { genderChoices, paidLabels, referenceLabels } from "#app/routes/applicants/filtering/fact-labels";
import type { Choice } from "#app/routes/applicants/filtering/filter-choices";
import { SelectField } from "#app/ui/form/select-field";
import { TextField } from "#app/ui/form/text-field";
import { maxScore, parameterOf } from "#worker/contract/applicant-filter";

/** What the fields of the facts offer; the rest is typed. */
export interface FactChoices {
	states: readonly Choice[];
	locations: readonly Choice[];
}

interface FactFieldsProps {
	address: Pick<ListAddress, (typeof factKeys)[number]>;
	choices: FactChoices;
	/** Classes of the lists of states and locations, which can be long. */
	listClassName: string;
}

/** The keys of a filter that these fields fill. */
export const factKeys = [
	...(["scoreFrom", "scoreTo", "states", "genders"] as const),
	...(["submittedFrom", "submittedTo", "references", "paid", "locationIds"] as const),
] as const;

/** An address without the facts, for a form that has them as fields. */
export const withoutFacts = Object.fromEntries(factKeys.map((key) => [key, undefined]));

const score = { type: "number", min: 0, max: maxScore, step: "any", inputMode: "decimal" } as const;

const errorsOfDays = ({ submittedFrom, submittedTo }: FactFieldsProps["address"]): string[] => {
	const wrongDays = wrongDaysOf(submittedFrom, submittedTo);
	return wrongDays === null ? [] : [wrongDays];
};

/** The filters by what the form and the references of an applicant say. */
export const FactFields = ({ address, choices, listClassName }: FactFieldsProps) => (
	<>
		<div className="grid grid-cols-2 gap-3">
			<TextField {...score} label="Score from" name={parameterOf("scoreFrom")} defaultValue={address.scoreFrom} />
			<TextField {...score} label="Score to" name={parameterOf("scoreTo")} defaultValue={address.scoreTo} />
			<TextField
				type="date"
				label="Submitted from"
				name={parameterOf("submittedFrom")}
				defaultValue={address.submittedFrom}
			/>
			<TextField
				type="date"
				label="Submitted to"
				name={parameterOf("submittedTo")}
				defaultValue={address.submittedTo}
				errors={errorsOfDays(address)}
			/>
		</div>
		<SelectField
			label="References"
			name={parameterOf("references")}
			placeholder="Any"
			defaultValue={address.references ?? ""}
			options={Object.entries(referenceLabels).map(([value, label]) => ({ value, label }))}
		/>
		<SelectField
			label="Payment"
			name={parameterOf("paid")}
			placeholder="Any"
			defaultValue={address.paid ?? ""}
			options={Object.entries(paidLabels).map(([value, label]) => ({ value, label }))}
		/>
		<Boxes label="Gender">
			<ChoiceBoxes name="genders" choices={genderChoices} chosen={address.genders ?? []} />
		</Boxes>
		<Boxes label="State of origin" className={listClassName}>
			<ChoiceBoxes name="states" choices={choices.states} chosen={address.states ?? []} />
		</Boxes>
		{choices.locations.length > 0 && (
			<Boxes label="Posted to" className={listClassName}>
				<ChoiceBoxes name="locationIds" choices={choices.locations} chosen={address.locationIds ?? []} />
			</Boxes>
		)}
	</>
);

const Boxes = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
	<fieldset className="min-w-0">
		<legend className="mb-1">{label}</legend>
		<div className={className}>{children}</div>
	</fieldset>
);
