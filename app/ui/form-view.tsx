import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { FormValue, type FormValueProps, isWideValue } from "#app/ui/form-value";
import type { ReadSection } from "#worker/contract/form-reading";

export interface FormViewProps extends Omit<FormValueProps, "field"> {
	sections: readonly ReadSection[];
	/** Level of the sections' headings: one below the heading that they stand under. */
	headingLevel: 2 | 3;
}

/** A submitted form to be read: its sections, each a list of labels and answers in two columns (§2, §3 Form schema). */
export const FormView = ({ sections, headingLevel, ...draw }: FormViewProps) => {
	const Heading = `h${headingLevel}` as const;
	return (
		<div className="grid gap-7">
			{sections.map((section) => (
				<section key={section.id} aria-labelledby={`section-${section.id}`}>
					<Heading id={`section-${section.id}`} className="font-medium">
						{section.title}
					</Heading>
					{section.description && <p className="mt-0.5 text-text-2">{section.description}</p>}
					<div className="mt-2">
						<DescriptionList>
							{section.rows.flatMap(({ id, fields }) =>
								fields.map((field) => (
									<DescriptionItem key={`${id}-${field.fieldId}`} label={field.label} wide={isWideValue(field)}>
										{field.kind === "empty" ? null : <FormValue field={field} {...draw} />}
									</DescriptionItem>
								)),
							)}
						</DescriptionList>
					</div>
				</section>
			))}
		</div>
	);
};
