import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { Plus } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import { useScreenTexts } from "#app/records/use-screen-texts";
import type { ApplicationChoices } from "#app/routes/applications/application-choices.server";
import { Button } from "#app/ui/button";
import { ComboboxField } from "#app/ui/form/combobox-field";
import { FieldErrors } from "#app/ui/form/field";
import { OrderButtons } from "#app/ui/form/order-buttons";
import { SelectField } from "#app/ui/form/select-field";
import { wired } from "#app/ui/form/wired";
import { TextLink } from "#app/ui/text-link";
import { type Application, maxOffered } from "#worker/services/applications/contract";

interface Line {
	courseId: string;
	formId: string | null;
}

interface OfferedCoursesProps {
	form: Pick<FormMetadata, "insert" | "remove" | "reorder">;
	field: FieldMetadata<Line[]>;
	/** The courses of the saved application. */
	offered: Application["courses"];
	choices: ApplicationChoices;
	applicationId: string | undefined;
	maySave: boolean;
}

/** The courses of an application in order, each with its form; one with applicants stays. */
export const OfferedCourses = ({ form, field, offered, choices, applicationId, maySave }: OfferedCoursesProps) => {
	const { inWords, context } = useScreenTexts();
	const list = field.getFieldList();
	const taken = list.map((line) => String(line.getFieldset().courseId.initialValue ?? ""));
	const free = choices.courses.filter(({ value, disabled }) => !disabled && !taken.includes(value));
	const forms = choices.formId.filter(({ disabled }) => !disabled);
	return (
		<>
			{field.errors && <FieldErrors errors={field.errors} />}
			{list.length === 0 && <p className="text-text-2">{inWords("Nothing can be applied for yet. Add a {course}.")}</p>}
			<ol className="grid gap-3">
				{list.map((line, index) => {
					const { courseId, formId } = line.getFieldset();
					const id = taken[index] ?? "";
					const known = offered.find(({ course }) => course.id === id);
					const label =
						choices.courses.find(({ value }) => value === id)?.label ??
						(known && `${known.course.code} ${known.course.title}`);
					const called = label ?? inWords("the new {course}");
					const move = (to: number) => form.reorder.getButtonProps({ name: field.name, from: index, to });
					const hasApplicants = known !== undefined && known.applicants > 0;
					return (
						<li
							key={line.key}
							className="flex flex-wrap items-end gap-2 border-b border-line pb-3 last:border-0 last:pb-0"
						>
							{label ? (
								<div className="min-w-48 flex-1 self-center">
									<input type="hidden" name={courseId.name} value={id} />
									<p className="wrap-anywhere">{label}</p>
									{hasApplicants && (
										<p className="text-sm text-text-2">
											<TextLink to={`${context.base}/applicants?application=${applicationId}&courses=${id}`}>
												{formatCount(known.applicants, "applicant")}
											</TextLink>
											: it cannot be removed
										</p>
									)}
									{courseId.errors && <FieldErrors errors={courseId.errors} />}
								</div>
							) : (
								<ComboboxField
									{...wired(courseId)}
									label={inWords("{Course}")}
									placeholder={inWords("Choose a {course}")}
									options={free}
									className="min-w-48 flex-1"
									required
								/>
							)}
							<SelectField
								{...wired(formId)}
								label={`Form for ${called}`}
								hideLabel
								placeholder="Form of the application"
								options={forms}
								className="w-60 max-sm:flex-1"
							/>
							{maySave && (
								<OrderButtons
									{...{ called, index, length: list.length, move }}
									remove={form.remove.getButtonProps({ name: field.name, index })}
									isKept={hasApplicants}
								/>
							)}
						</li>
					);
				})}
			</ol>
			{maySave && list.length < maxOffered && (
				<Button
					{...form.insert.getButtonProps({ name: field.name })}
					icon={Plus}
					className="justify-self-start"
					disabled={free.length === 0}
				>
					{inWords("Add a {course}")}
				</Button>
			)}
		</>
	);
};
