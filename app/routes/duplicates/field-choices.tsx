import { ChevronRight } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import { choiceValue, defaultSide, type SideName } from "#app/routes/duplicates/choices";
import { Button } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { FieldErrors } from "#app/ui/form/field";
import { iconProps } from "#app/ui/icon";
import { Radio } from "#app/ui/radio";
import { useHydrated } from "#app/ui/use-hydrated";
import { missing } from "#worker/contract/text/missing";
import type { Field } from "#worker/services/duplicates/contract";

type Numbers = readonly [first: string, second: string];

interface FieldChoicesProps {
	fields: readonly Field[];
	/** The two application numbers. why not the names: those may be the same. */
	numbers: Numbers;
	keep: SideName;
	chosen: Record<string, SideName> | undefined;
	errors: Record<string, string[]> | undefined;
	onTakeAll: (side: SideName) => void;
	/** False for a user who may not merge. */
	mayChoose: boolean;
}

const columns = "sm:grid-cols-[minmax(120px,200px)_minmax(0,1fr)_minmax(0,1fr)]";
const sideNames = ["first", "second"] as const;

/** Every field in which the two differ, with the choice of the value to keep. */
export const FieldChoices = (props: FieldChoicesProps) => {
	const { fields, numbers, keep, chosen, errors, onTakeAll, mayChoose } = props;
	const mayTakeAll = useHydrated() && mayChoose;
	if (fields.length === 0)
		return (
			<Card className="px-4 py-3">
				<p>All fields are the same.</p>
			</Card>
		);
	return (
		<Card>
			<div
				className={`sticky top-(--sticky-top,0px) z-10 grid items-center gap-x-4 rounded-t-lg border-b border-line bg-panel px-4 py-1.5 text-sm text-text-3 max-sm:static max-sm:grid-cols-1 max-sm:px-3 ${columns}`}
			>
				<span>{formatCount(fields.length, "field differs", "fields differ")}</span>
				{sideNames.map((side, index) => (
					<span
						key={side}
						className={`flex min-h-7 flex-wrap items-center gap-x-2 tabular-nums ${mayTakeAll ? "" : "max-sm:hidden"}`}
					>
						{numbers[index]}
						{mayTakeAll && (
							<Button type="button" variant="ghost" size="small" onClick={() => onTakeAll(side)}>
								Take all<span className="sr-only"> from {numbers[index]}</span>
							</Button>
						)}
					</span>
				))}
			</div>
			{fields.map((field, index) => {
				const { section } = field;
				const isNewSection = section !== (fields[index - 1]?.section ?? null);
				return (
					<div key={field.id} className="border-b border-line last:border-b-0">
						{isNewSection && <h2 className="px-4 pt-4 pb-1 text-base font-medium max-sm:px-3">{section}</h2>}
						<FieldChoice
							field={field}
							name={mayChoose && isChoosable(field) ? `choice-${index}` : undefined}
							numbers={numbers}
							side={chosen?.[field.id] ?? defaultSide(field, keep)}
							errors={errors?.[field.id]}
						/>
					</div>
				);
			})}
		</Card>
	);
};

/** Checks whether both forms have the field. why: a value can only be taken into a form that has its field. */
const isChoosable = ({ isInFirst, isInSecond }: Field): boolean => isInFirst && isInSecond;

interface FieldChoiceProps {
	field: Field;
	/** The name of its radio buttons; undefined when there is nothing to choose. */
	name: string | undefined;
	numbers: Numbers;
	side: SideName;
	errors: readonly string[] | undefined;
}

const FieldChoice = ({ field, name, numbers, side: chosen, errors = [] }: FieldChoiceProps) => (
	<fieldset className={`grid min-w-0 grid-cols-1 gap-x-4 gap-y-1 px-4 py-2 max-sm:px-3 ${columns}`}>
		<legend className="sr-only">{field.label}</legend>
		<div aria-hidden className="py-1 break-words text-text-3">
			{field.label}
		</div>
		{sideNames.map((side, index) => {
			const value = (
				<span className="min-w-0 flex-1 break-words whitespace-pre-line tabular-nums">
					<span className="text-sm text-text-3 max-sm:block sm:sr-only">{numbers[index]} </span>
					{field[side] ?? (
						<span className="text-text-3">
							{(side === "first" ? field.isInFirst : field.isInSecond) ? missing : "Not in this form"}
						</span>
					)}
				</span>
			);
			if (!name)
				return (
					<div key={side} className="flex py-1">
						{value}
					</div>
				);
			return (
				<label
					key={side}
					htmlFor={`${name}-${side}`}
					className="-mx-2 flex items-start gap-2.5 rounded-md px-2 py-1 transition-colors hover:bg-hover has-checked:bg-accent-soft"
				>
					<Radio
						id={`${name}-${side}`}
						name={name}
						value={choiceValue(side, field.id)}
						defaultChecked={chosen === side}
						aria-invalid={errors.length > 0 || undefined}
						aria-describedby={errors.length > 0 ? `${name}-errors` : undefined}
						className="mt-0.5"
					/>
					{value}
				</label>
			);
		})}
		{errors.length > 0 && (
			<div className="sm:col-span-2 sm:col-start-2">
				<FieldErrors id={`${name}-errors`} errors={errors} />
			</div>
		)}
	</fieldset>
);

/** The fields in which the two agree, folded away. */
export const SameFields = ({ fields }: { fields: readonly Field[] }) => {
	const filled = fields.filter(({ first }) => first !== null);
	if (filled.length === 0) return null;
	return (
		<Card>
			<details className="group/same">
				<summary className="flex items-center gap-1.5 rounded-lg px-4 py-2.5 font-medium -outline-offset-2 hover:bg-hover max-sm:px-3">
					<ChevronRight {...iconProps} className="shrink-0 text-text-3 group-open/same:rotate-90" />
					{formatCount(filled.length, "field is", "fields are")} the same
				</summary>
				<div className="px-4 pb-2 max-sm:px-3">
					<DescriptionList>
						{filled.map(({ id, label, first }) => (
							<DescriptionItem key={id} label={label}>
								{first}
							</DescriptionItem>
						))}
					</DescriptionList>
				</div>
			</details>
		</Card>
	);
};
