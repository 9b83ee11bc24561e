import { RecordInput } from "#app/records/record-field";
import { hasLength, hasOptions, hasRange, hasWords, sourceNames } from "#app/routes/form-designs/field-types";
import type { Choice } from "#app/ui/form/choice";
import { designLimits } from "#worker/contract/forms/layout-to-save";

interface FieldLimitsProps {
	/** Returns the value and the errors of an input. */
	about(name: string): {
		value: unknown;
		errors: readonly string[] | null;
		timeZone: string;
		choices: readonly Choice[];
		isFirst: boolean;
	};
	type: string;
}

const sources = Object.entries(sourceNames).map(([value, label]) => ({ value, label }));

/** What only some types of fields have: options, limits and words. Those of the present type are open. */
export const FieldLimits = ({ about, type }: FieldLimitsProps) => {
	const isWrong = (...names: string[]) => names.some((name) => about(name).errors);
	return (
		<>
			<details open={hasOptions(type) || isWrong("options", "source")} className="[&>div]:mt-3">
				<summary className={summaryClass}>Options of a list</summary>
				<div className="grid gap-4">
					<RecordInput
						{...about("options")}
						field={{
							as: "lines",
							name: "options",
							label: "Options",
							maxLength: 40_000,
							isOptional: true,
							description: "One a line. Where another value is kept than shown: First class = first.",
						}}
					/>
					<RecordInput
						{...about("source")}
						field={{
							as: "choice",
							name: "source",
							label: "Or all of",
							placeholder: "The options above",
							isOptional: true,
						}}
						choices={sources}
					/>
				</div>
			</details>
			<details open={hasLength(type) || hasRange(type) || isWrong("maxLength", "min", "max")} className="[&>div]:mt-3">
				<summary className={summaryClass}>Limits of a text or number</summary>
				<div className="grid gap-4">
					<RecordInput
						{...about("maxLength")}
						field={{ as: "number", name: "maxLength", label: "Most characters of a text", isOptional: true }}
					/>
					<RecordInput
						{...about("min")}
						field={{ as: "number", name: "min", label: "Least number", isOptional: true }}
					/>
					<RecordInput
						{...about("max")}
						field={{ as: "number", name: "max", label: "Greatest number", isOptional: true }}
					/>
				</div>
			</details>
			<details open={hasWords(type) || isWrong("trueDisplay", "falseDisplay")} className="[&>div]:mt-3">
				<summary className={summaryClass}>Words of a box</summary>
				<div className="grid gap-4">
					<RecordInput
						{...about("trueDisplay")}
						field={{
							name: "trueDisplay",
							label: "Shown when it is ticked",
							maxLength: designLimits.option,
							isOptional: true,
							description: "With both words, and no required answer, it is asked as two options.",
						}}
					/>
					<RecordInput
						{...about("falseDisplay")}
						field={{
							name: "falseDisplay",
							label: "Shown when it is not",
							maxLength: designLimits.option,
							isOptional: true,
						}}
					/>
				</div>
			</details>
		</>
	);
};

const summaryClass = "w-fit cursor-pointer rounded-sm text-accent";
