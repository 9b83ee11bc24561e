import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { FormValue, type FormValueProps, isBlockValue, isWideValue } from "#app/ui/form-view/form-value";
import { MaskedAnswer } from "#app/ui/form-view/masked-answer";
import { UnreadDot } from "#app/ui/unread-dot";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { drawnFields, type ReadField, type ReadRow, type ReadSection } from "#worker/contract/forms/form-reading";

export interface FormViewProps extends Omit<FormValueProps, "field"> {
	sections: readonly ReadSection[];
	/** Level of the sections' headings: one below the heading above them. */
	headingLevel: 2 | 3 | 4;
	/** Changed answers, by field id: marked, with their former value. */
	changes?: ReadonlyMap<string, ChangedAnswer>;
}

/** A submitted form for reading: sections of labels and answers in two columns (§2, §3 Form schema). */
export const FormView = ({ sections, headingLevel, changes, ...draw }: FormViewProps) => {
	const Heading = `h${headingLevel}` as const;
	return (
		<div className="grid grid-cols-1 gap-7">
			{sections.map((section) => (
				<section key={section.id} aria-labelledby={`section-${section.id}`}>
					<Heading id={`section-${section.id}`} className="font-medium">
						{section.title}
					</Heading>
					<div className="mt-2">
						<DescriptionList>
							{section.rows.flatMap((row) =>
								fieldsOf(row, changes).map((field) => {
									const key = `${row.id}-${field.fieldId}`;
									const change = changes?.get(field.fieldId);
									if (change) return <ChangedItem key={key} field={field} change={change} draw={draw} />;
									return (
										<DescriptionItem
											key={key}
											label={field.label}
											wide={isWideValue(field)}
											stacks={isBlockValue(field)}
										>
											{field.kind === "empty" ? null : field.kind === "text" ? (
												field.value
											) : field.kind === "masked" && draw.revealAt ? (
												<MaskedAnswer field={field} revealAt={draw.revealAt} draw={draw} />
											) : (
												<FormValue field={field} {...draw} />
											)}
										</DescriptionItem>
									);
								}),
							)}
						</DescriptionList>
					</div>
				</section>
			))}
		</div>
	);
};

/** why: a changed subject of a pair is marked by itself. */
const fieldsOf = (row: ReadRow, changes: FormViewProps["changes"]): ReadField[] =>
	changes && row.fields.some(({ fieldId }) => changes.has(fieldId)) ? row.fields : drawnFields(row);

interface ChangedItemProps {
	field: ReadField;
	change: ChangedAnswer;
	draw: Omit<FormValueProps, "field">;
}

const ChangedItem = ({ field, change, draw }: ChangedItemProps) => (
	<DescriptionItem
		label={
			<>
				{field.label} <UnreadDot label="changed" />
			</>
		}
		wide={isWideValue(field)}
		stacks={isBlockValue(field)}
	>
		{field.kind === "masked" && draw.revealAt ? (
			<MaskedAnswer field={field} revealAt={draw.revealAt} draw={draw} />
		) : (
			<FormValue field={field} {...draw} />
		)}
		<ChangedFrom change={change} timeZone={draw.timeZone} />
	</DescriptionItem>
);

export interface ChangedAnswer {
	was: ReadField;
	/** The answer after the change, where that is not the present one. */
	became: ReadField | null;
	note: string;
}

/** Drawn below the present answer: the old one struck through, and who changed it when. */
const ChangedFrom = ({ change, timeZone }: { change: ChangedAnswer; timeZone?: string }) => (
	<div className="mt-1.5 border-l-2 border-accent pl-2.5 text-sm">
		{change.became && (
			<ins className="block no-underline">
				<VisuallyHidden>changed to </VisuallyHidden>
				<FormValue field={change.became} timeZone={timeZone} />
			</ins>
		)}
		<del className="block text-red">
			<VisuallyHidden>was </VisuallyHidden>
			<FormValue field={change.was} timeZone={timeZone} />
		</del>
		<p className="text-text-3">{change.note}</p>
	</div>
);
