import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { Plus } from "lucide-react";
import { useRef } from "react";
import * as v from "valibot";
import { formatCount, formatNumber } from "#app/format/numbers";
import { useScreenTexts } from "#app/records/use-screen-texts";
import type { FoundCourses } from "#app/routes/applications/find-courses.server";
import { useRouteAnswer } from "#app/shell/use-route-answer";
import { Button } from "#app/ui/button";
import { classNames } from "#app/ui/class-names";
import type { Choice } from "#app/ui/form/choice";
import { ComboboxField } from "#app/ui/form/combobox-field";
import { FieldErrors } from "#app/ui/form/field";
import { OrderButtons } from "#app/ui/form/order-buttons";
import { SelectField } from "#app/ui/form/select-field";
import { TextField } from "#app/ui/form/text-field";
import { useAddedEntry } from "#app/ui/form/use-added-entry";
import { wired } from "#app/ui/form/wired";
import { TextLink } from "#app/ui/text-link";
import { useDebouncedCallback } from "#app/ui/use-debounced";
import { useHydrated } from "#app/ui/use-hydrated";
import { type Application, maxOffered } from "#worker/services/applications/contract";

/** §9: the delay of searches in a field. */
const searchDelayMs = 500;

const Found = v.object({
	search: v.string(),
	total: v.number(),
	choices: v.array(v.object({ value: v.string(), label: v.string() })),
});

interface Line {
	courseId: string;
	formId: string | null;
}

/** The field of the search without scripts, and the one that says what was searched last. */
export const courseSearch = "courseSearch";
export const coursesSearched = "coursesSearched";

/** What the lines of a form that came back offer, and the names of those that they have. */
export interface OfferedChoices extends FoundCourses {
	named: readonly Choice[];
}

interface OfferedCoursesProps {
	form: Pick<FormMetadata, "insert" | "remove" | "reorder">;
	field: FieldMetadata<Line[]>;
	/** The courses of the saved application. */
	offered: Application["courses"];
	/** How many courses there are to offer. */
	courseTotal: number;
	found: OfferedChoices | null;
	forms: readonly Choice[];
	applicationId: string | undefined;
	maySave: boolean;
}

/** The courses of an application in order, each with its form; one with applicants stays. */
export const OfferedCourses = ({ form, field, offered, applicationId, maySave, ...choices }: OfferedCoursesProps) => {
	const { inWords, context } = useScreenTexts();
	const isHydrated = useHydrated();
	const { answer, answeredQuery, isPending, ask } = useRouteAnswer("routes/applications/find-courses", Found);
	const find = (text: string) =>
		ask(`${context.base}/applications/find-courses?${new URLSearchParams({ search: text })}`, text);
	const search = useDebouncedCallback(find, searchDelayMs);
	const answered = useRef(choices.found);
	// why kept: when no response comes, the lines offer what they did before.
	if (choices.found) answered.current = choices.found;
	const listed = answered.current ?? { search: "", choices: [], total: choices.courseTotal, named: [] };
	const typed = answer?.ok ? answer.data : listed;
	const list = field.getFieldList();
	const added = useAddedEntry(list.length);
	const taken = list.map((line) => String(line.getFieldset().courseId.initialValue ?? ""));
	const free = (answer?.ok === false ? [] : typed.choices).filter(({ value }) => !taken.includes(value));
	const knownOf = (id: string) => offered.find(({ course }) => course.id === id);
	const nameOf = (id: string) => {
		const known = knownOf(id);
		const named = listed.named.find(({ value }) => value === id)?.label;
		return named ?? (known && `${known.course.code} ${known.course.title}`);
	};
	const counted = typed.total > typed.choices.length ? countedOf(typed) : undefined;
	const isChoosing = taken.some((id) => nameOf(id) === undefined);
	const forms = choices.forms.filter(({ disabled }) => !disabled);
	return (
		<>
			{field.errors && <FieldErrors errors={field.errors} />}
			{list.length === 0 && <p className="text-text-2">{inWords("Nothing can be applied for yet. Add a {course}.")}</p>}
			<ol ref={added.list} className="grid gap-3">
				{list.map((line, index) => {
					const { courseId, formId } = line.getFieldset();
					const id = taken[index] ?? "";
					const known = knownOf(id);
					const label = nameOf(id);
					const called = label ?? inWords(`{course} ${index + 1}`);
					// why: beside the field, whatever errors stand below it.
					const besideField = label ? undefined : "sm:mt-6.5";
					const hasApplicants = known !== undefined && known.applicants > 0;
					return (
						<li
							key={line.key}
							className="flex flex-wrap items-start gap-2 border-b border-line pb-3 last:border-0 last:pb-0"
						>
							{label ? (
								<div className="min-w-48 flex-1 self-center max-sm:basis-full">
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
									onQuery={search}
									answeredQuery={answeredQuery}
									aside={counted}
									foundText={counted}
									pending={isPending}
									emptyText={answer?.ok === false ? answer.error : inWords("No {course} has that code or title.")}
									className="min-w-48 flex-1 max-sm:basis-full"
									required
								/>
							)}
							<SelectField
								{...wired(formId)}
								label={`Form for ${called}`}
								hideLabel
								placeholder="Form of the application"
								options={forms}
								className={classNames("w-60 max-sm:min-w-36 max-sm:flex-1", besideField)}
							/>
							{maySave && (
								<span className={classNames("flex gap-2", besideField)}>
									<OrderButtons
										called={called}
										index={index}
										length={list.length}
										form={form}
										name={field.name}
										isKept={hasApplicants}
									/>
								</span>
							)}
						</li>
					);
				})}
			</ol>
			{maySave && !isHydrated && isChoosing && <FindCourse listed={listed} />}
			{maySave && list.length < maxOffered && (
				<Button
					{...form.insert.getButtonProps({ name: field.name })}
					icon={Plus}
					onClick={added.onAdd}
					className="justify-self-start"
					disabled={choices.courseTotal === 0}
				>
					{inWords("Add a {course}")}
				</Button>
			)}
		</>
	);
};

/** why: a list that ends says nothing of what it leaves out. */
const countedOf = ({ choices, total }: Pick<FoundCourses, "choices" | "total">): string =>
	`The first ${choices.length} of ${formatNumber(total)} are listed`;

/** Without scripts: sends the form to search courses, which the lines then offer; all that was typed comes back. */
const FindCourse = ({ listed: { search, choices, total } }: { listed: FoundCourses }) => {
	const { inWords } = useScreenTexts();
	const isAll = total <= choices.length;
	return (
		<div className="flex items-end gap-2">
			<input type="hidden" name={coursesSearched} value={search} />
			<TextField
				name={courseSearch}
				type="search"
				label={inWords("Find a {course}")}
				className="max-w-110 flex-1"
				defaultValue={search}
				maxLength={200}
				errors={total === 0 ? [inWords("No {course} has that code or title.")] : null}
				aside={
					isAll
						? formatCount(total, inWords("{course} found"), inWords("{courses} found"))
						: countedOf({ choices, total })
				}
			/>
			<Button name="find" value="course">
				Find
			</Button>
		</div>
	);
};
