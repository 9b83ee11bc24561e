import type { SerializeFrom } from "@remix-run/cloudflare";
import type { ReactNode } from "react";
import { choiceOf } from "#app/routes/forms/edit-steps";
import type { AnswerChange, SectionChanges } from "#app/routes/forms/edited-form";
import { Card } from "#app/ui/card";
import { FormValue, type FormValueProps } from "#app/ui/form-view/form-value";
import { Radio } from "#app/ui/radio";
import { TextLink } from "#app/ui/text-link";
import { missing } from "#worker/contract/text/missing";

interface ChangeTableProps extends Pick<FormValueProps, "timeZone"> {
	section: SerializeFrom<SectionChanges>;
	headings: readonly [string, string];
	/** Whether the first column has what is saved by now, and the user chooses between the two for each answer. */
	isNow: boolean;
	editTo: string;
	fileHref: FormValueProps["fileHref"];
}

/** The changed answers of one section, side by side, or stacked on a narrow screen. */
export const ChangeTable = ({ section, headings, isNow, editTo, ...draw }: ChangeTableProps) => (
	<Card className="min-w-0">
		<div className="flex items-center justify-between gap-3 border-b border-line px-4.5 py-2.5 max-sm:px-3">
			<h3 id={`changes-${section.id}`} className="font-medium">
				{section.title}
			</h3>
			<TextLink to={editTo} aria-label={`Edit ${section.title}`}>
				Edit
			</TextLink>
		</div>
		<table aria-labelledby={`changes-${section.id}`} className="w-full table-fixed text-left max-sm:block">
			<thead className="max-sm:sr-only">
				<tr className="border-b border-line text-sm text-text-3">
					<th scope="col" className="w-1/4 px-4.5 py-1.5 font-normal">
						Answer
					</th>
					{headings.map((heading) => (
						<th key={heading} scope="col" className="px-2 py-1.5 font-normal last:pr-4.5">
							{heading}
						</th>
					))}
				</tr>
			</thead>
			<tbody className="max-sm:block">
				{section.changes.map(({ fieldId, label, before, after, now = before }) => (
					<tr key={fieldId} className="border-b border-line last:border-b-0 max-sm:block max-sm:px-3 max-sm:py-2">
						<th
							scope="row"
							className="px-4.5 py-2 align-top font-normal text-text-3 max-sm:block max-sm:px-0 max-sm:py-0.5"
						>
							{label}
						</th>
						<td className="px-2 py-2 align-top break-words text-text-3 max-sm:block max-sm:px-0 max-sm:py-0.5">
							<NarrowHeading>{headings[0]}</NarrowHeading>
							<Chosen
								name={isNow ? choiceOf(fieldId) : undefined}
								value="theirs"
								label={`Keep what is saved: ${label}`}
							>
								<Answer field={isNow ? now : before} {...draw} />
							</Chosen>
						</td>
						<td className="px-2 py-2 pr-4.5 align-top break-words max-sm:block max-sm:px-0 max-sm:py-0.5">
							<NarrowHeading>{headings[1]}</NarrowHeading>
							<Chosen name={isNow ? choiceOf(fieldId) : undefined} value="mine" label={`Apply mine: ${label}`}>
								<Answer field={after} {...draw} />
							</Chosen>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	</Card>
);

interface ChosenProps {
	/** Left out where nothing is chosen. */
	name: string | undefined;
	value: "mine" | "theirs";
	label: string;
	children: ReactNode;
}

/** An answer with a radio button that chooses it; the user's own is chosen first. */
const Chosen = ({ name, value, label, children }: ChosenProps) =>
	name === undefined ? (
		children
	) : (
		<label htmlFor={`${name}-${value}`} className="inline-flex items-start gap-2.5 max-sm:align-top">
			<Radio
				id={`${name}-${value}`}
				name={name}
				value={value}
				defaultChecked={value === "mine"}
				aria-label={label}
				className="mt-0.5"
			/>
			<span className="min-w-0">{children}</span>
		</label>
	);

/** why hidden: on a narrow screen the columns have no headings; screen readers still read those. */
const NarrowHeading = ({ children }: { children: string }) => (
	<span aria-hidden className="mr-2 text-sm text-text-3 sm:hidden">
		{children}
	</span>
);

const Answer = ({
	field,
	...draw
}: { field: AnswerChange["before"] } & Pick<FormValueProps, "timeZone" | "fileHref">) =>
	field.kind === "empty" ? <span className="text-text-3">{missing}</span> : <FormValue field={field} {...draw} />;
