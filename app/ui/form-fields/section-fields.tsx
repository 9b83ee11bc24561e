import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { classNames } from "#app/ui/class-names";
import { type Copy, canRemoveCopy, countCopies, countsOf } from "#app/ui/form-fields/copies";
import { copiesName, copyIntent, intentName } from "#app/ui/form-fields/field-names";
import { FormField, type FormFieldProps, isWideField } from "#app/ui/form-fields/form-field";
import { MaskedField } from "#app/ui/form-fields/masked-field";
import { answerIn } from "#app/ui/form-fields/read-entries";
import type { FormData as Answers } from "#worker/contract/forms/form-schema";
import { maxRepeats, type SlotRow, type SlotSection } from "#worker/contract/forms/form-slots";
import type { FileOfForm } from "#worker/contract/forms/form-values";
import type { Hidden } from "#worker/contract/forms/page-conditions";

export interface SectionFieldsProps extends Pick<FormFieldProps, "fileHref" | "places" | "removedFiles"> {
	copies: readonly SlotSection[];
	answers: Answers;
	/** By field id. */
	errors: Readonly<Record<string, readonly string[]>>;
	files: readonly FileOfForm[];
	/** What is not asked for by the answers so far. Its inputs stay on the page, and are not sent. */
	hidden?: Hidden;
	/** The fields of which only the mask is known. */
	masked?: ReadonlySet<string>;
	/** Level of the repeats' headings, where there are several. */
	headingLevel: 2 | 3 | 4;
}

/** The fields of a section with all repeats. Its buttons submit the form; `readCopyIntent` reads which. */
export const SectionFields = ({ copies, ...draw }: SectionFieldsProps) => {
	const [first] = copies;
	if (!first) return null;
	const { sections, rows } = countsOf(copies);
	const section = { kind: "sections", id: first.sectionId } as const;
	return (
		<div className="grid grid-cols-1 gap-4">
			{Object.entries(sections).map(([id, count]) => (
				<input key={id} type="hidden" name={copiesName("sections", id)} value={count} />
			))}
			{Object.entries(rows).map(([id, count]) => (
				<input key={id} type="hidden" name={copiesName("rows", id)} value={count} />
			))}
			{copies.map((copy) => (
				<SectionCopy key={copy.id} section={copy} copies={copies} {...draw} />
			))}
			{first.repeatable && <AddCopy copies={copies} of={section} name={plainTitle(first, copies.length)} />}
		</div>
	);
};

type CopyProps = Omit<SectionFieldsProps, "copies"> & { section: SlotSection; copies: readonly SlotSection[] };

const SectionCopy = ({ section, copies, headingLevel, ...draw }: CopyProps) => {
	const Heading = `h${headingLevel}` as const;
	const rows = (
		<div className="grid grid-cols-1 gap-4.5">
			{section.rows.map((row, index) => (
				<RowFields
					key={row.id}
					row={row}
					isLast={section.rows[index + 1]?.countId !== row.countId}
					copies={copies}
					{...draw}
				/>
			))}
		</div>
	);
	if (copies.length === 1) return <Card className="p-4.5 max-sm:p-3">{rows}</Card>;
	return (
		<Card className="p-4.5 max-sm:p-3">
			<section aria-labelledby={`copy-${section.id}`}>
				<div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-2">
					<Heading id={`copy-${section.id}`} className="font-medium">
						{section.title}
					</Heading>
					<RemoveCopy
						copies={copies}
						of={{ kind: "sections", id: section.sectionId, copy: section.copy }}
						name={section.title}
					/>
				</div>
				{rows}
			</section>
		</Card>
	);
};

type RowProps = Omit<SectionFieldsProps, "copies" | "headingLevel"> & {
	row: SlotRow;
	isLast: boolean;
	copies: readonly SlotSection[];
};

const columns: Record<number, string> = { 0: "", 1: "", 2: "md:grid-cols-2" };

const RowFields = ({
	row,
	isLast,
	copies,
	answers,
	errors,
	files,
	masked,
	hidden = nothingHidden,
	...draw
}: RowProps) => {
	const of = { kind: "rows", id: row.countId, copy: row.copy } as const;
	const name = row.slots.map(({ col }) => col.props.label).join(", ");
	const shown = row.slots.filter(({ fieldId }) => !hidden.fields.has(fieldId)).length;
	const fields = (
		<>
			<div className="flex flex-wrap items-start gap-x-4 gap-y-2">
				<div
					className={classNames(
						"grid min-w-0 flex-1 basis-64 gap-4.5",
						columns[shown] ?? "md:grid-cols-2 xl:grid-cols-3",
					)}
				>
					{row.slots.map((slot) => (
						<Askable
							key={slot.fieldId}
							isConditional={slot.col.showWhen !== undefined}
							isHidden={hidden.fields.has(slot.fieldId)}
							className={classNames("min-w-0", isWideField(slot.col) && "col-span-full")}
						>
							{masked?.has(slot.fieldId) ? (
								<MaskedField slot={slot} answer={answerIn(answers, slot.fieldId)} />
							) : (
								<FormField
									{...draw}
									slot={slot}
									answer={answerIn(answers, slot.fieldId)}
									errors={Object.hasOwn(errors, slot.fieldId) ? errors[slot.fieldId] : undefined}
									files={files.filter(({ fieldId }) => fieldId === slot.fieldId)}
								/>
							)}
						</Askable>
					))}
				</div>
				{row.repeatable && countCopies(copies, of) > 1 && (
					<div className="sm:pt-6.5">
						<RemoveCopy copies={copies} of={of} name={`${name}, ${row.copy}`} />
					</div>
				)}
			</div>
			{row.repeatable && isLast && <AddCopy copies={copies} of={of} name={name} />}
		</>
	);
	if (row.slots.length === 0 || !row.slots.every(({ col }) => col.showWhen)) return fields;
	return (
		<Askable isConditional isHidden={shown === 0} className="grid grid-cols-1 gap-4.5">
			{fields}
		</Askable>
	);
};

interface AskableProps {
	/** Whether the answers decide if it is asked for. */
	isConditional: boolean;
	isHidden: boolean;
	className?: string;
	children: ReactNode;
}

/** A part of the form that may not be asked for: then its inputs are kept, out of sight, and not sent. */
export const Askable = ({ isConditional, isHidden, className, children }: AskableProps) =>
	isConditional ? (
		// why a fieldset: it disables all inputs in it. why no role: it groups nothing.
		<fieldset role="none" disabled={isHidden} hidden={isHidden} className={className}>
			{children}
		</fieldset>
	) : (
		<div className={className}>{children}</div>
	);

const nothingHidden: Hidden = { fields: new Set(), sections: new Set() };

const AddCopy = ({ copies, of, name }: { copies: readonly SlotSection[]; of: Omit<Copy, "copy">; name: string }) => {
	const isFull = countCopies(copies, of) >= maxRepeats;
	return (
		<div>
			<Button
				name={intentName}
				value={copyIntent("add", { kind: of.kind, id: of.id })}
				icon={Plus}
				disabled={isFull}
				aria-label={`Add another: ${name}`}
			>
				Add another
			</Button>
			{isFull && <span className="ml-2.5 text-sm text-text-2">{maxRepeats} at most</span>}
		</div>
	);
};

const RemoveCopy = ({ copies, of, name }: { copies: readonly SlotSection[]; of: Copy; name: string }) =>
	canRemoveCopy(copies, of) ? (
		<Button
			variant="ghost"
			size="small"
			icon={Trash2}
			name={intentName}
			value={copyIntent("remove", of)}
			aria-label={`Remove ${name}`}
		>
			Remove
		</Button>
	) : null;

/** A section's title without the number of its repeat. */
export const plainTitle = ({ title, copy }: SlotSection, count: number): string =>
	count > 1 ? title.slice(0, -` (${copy})`.length) : title;
