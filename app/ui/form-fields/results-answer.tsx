import { inputClass, selectClass } from "#app/ui/form/control-class";
import { AnswerGroup } from "#app/ui/form-fields/answer-group";
import { partName } from "#app/ui/form-fields/field-names";
import type { AnswerProps } from "#app/ui/form-fields/form-field";
import { partOf, resultDetails, resultOf } from "#app/ui/form-fields/result-entries";
import { maxSittings } from "#worker/contract/forms/form-rules";
import type { NecoResult } from "#worker/contract/forms/form-schema";
import { isEmpty, ordinal, readValue } from "#worker/contract/forms/form-values";
import { necoGradeLabel, necoGrades } from "#worker/contract/forms/neco-grades";

/** Empty rows for further subjects. */
const spareRows = 2;
/** Rows when there is no result at all. */
const firstRows = 9;

/** Examination results, for each sitting and one more (§3 NECO result, §9). */
export const ResultsAnswer = ({ col, field, answer }: AnswerProps) => {
	const sittings = resultOf(answer) ?? [];
	const invalid = field.errors?.length ? true : undefined;
	const draw = { field: field.name, invalid } as const;
	return (
		<AnswerGroup {...field}>
			{sittings.length === 0 && !isEmpty(answer) && <Unreadable text={readValue(col, answer).value} />}
			{sittings.map((sitting, index) => (
				<Sitting
					{...draw}
					key={partOf(sitting.registrationNumber, index)}
					index={index}
					sitting={sitting}
					spareRows={spareRows}
				/>
			))}
			{sittings.length === 0 && <Sitting {...draw} index={0} spareRows={firstRows} />}
			{sittings.length > 0 && sittings.length < maxSittings && (
				<details>
					<summary className="w-fit cursor-pointer rounded-sm py-1 text-accent">Add a sitting</summary>
					<Sitting {...draw} index={sittings.length} spareRows={firstRows} />
				</details>
			)}
		</AnswerGroup>
	);
};

/** why: an answer of another shape stays, and is shown, until a result replaces it. */
const Unreadable = ({ text }: { text: unknown }) => <p className="text-text-2">Not a result: {String(text)}</p>;

interface SittingProps {
	/** The field's name. */
	field: string;
	index: number;
	/** Left out for a sitting that does not exist yet. */
	sitting?: NecoResult;
	spareRows: number;
	invalid: true | undefined;
}

const Sitting = ({ field, index, sitting, spareRows: spare, invalid }: SittingProps) => (
	// biome-ignore lint/a11y/useSemanticElements: the whole field is a fieldset already.
	<div role="group" aria-label={`${ordinal(index + 1)} sitting`} className="grid gap-2.5 pb-1.5">
		{index > 0 && <p className="text-sm font-medium text-text-2">{ordinal(index + 1)} sitting</p>}
		<ResultDetails field={field} index={index} sitting={sitting} />
		<SubjectTable name={field} sitting={index} subjects={sitting?.subjects ?? []} spare={spare} invalid={invalid} />
	</div>
);

const detailLabels: Record<(typeof resultDetails)[number], string> = {
	firstName: "First name",
	middleName: "Middle name",
	lastName: "Last name",
	registrationNumber: "Registration number",
	examination: "Examination and year",
	gender: "Gender",
};

const ResultDetails = ({ field, index, sitting }: Pick<SittingProps, "field" | "index" | "sitting">) => (
	<div className="grid gap-2.5 sm:grid-cols-2">
		{resultDetails.map((detail) => {
			const name = partName(field, partOf(detail, index));
			const text = sitting?.[detail] ?? "";
			return (
				<div key={detail} className="grid min-w-0 gap-1">
					<label htmlFor={name} className="text-sm text-text-2">
						{detailLabels[detail]}
					</label>
					{detail === "gender" ? (
						<select id={name} name={name} defaultValue={text} className={selectClass}>
							<option value="">Choose</option>
							{/* why: whatever is not M is female (§9), and stays as it was written. */}
							<option value={text === "" || text === "M" ? "F" : text}>Female</option>
							<option value="M">Male</option>
						</select>
					) : (
						<input id={name} name={name} defaultValue={text} autoComplete="off" className={inputClass} />
					)}
				</div>
			);
		})}
	</div>
);

interface SubjectTableProps {
	name: string;
	sitting: number;
	subjects: NecoResult["subjects"];
	spare: number;
	invalid: true | undefined;
}

const SubjectTable = ({ name, sitting, subjects, spare, invalid }: SubjectTableProps) => {
	const rows = [...subjects, ...Array.from({ length: spare }, () => ({ name: "", grade: "" }))];
	return (
		<table className="w-full max-w-xl text-left">
			<thead>
				<tr className="text-sm text-text-2">
					<th scope="col" className="pb-1 font-normal">
						Subject
					</th>
					<th scope="col" className="w-40 pb-1 pl-2 font-normal max-sm:w-38">
						Grade
					</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((subject, index) => (
					<tr key={partOf(subject.name, index)}>
						<td className="pb-1.5">
							<input
								name={partName(name, partOf("subject", sitting))}
								defaultValue={subject.name}
								aria-label={subject.name ? `Subject ${index + 1}` : `Another subject, row ${index + 1}`}
								autoComplete="off"
								className={inputClass}
							/>
						</td>
						<td className="pb-1.5 pl-2">
							<select
								name={partName(name, partOf("grade", sitting))}
								defaultValue={subject.grade}
								aria-label={`Grade of ${subject.name || `row ${index + 1}`}`}
								aria-invalid={invalid}
								className={selectClass}
							>
								<option value="">No grade</option>
								{gradesWith(subject.grade).map((grade) => (
									<option key={grade} value={grade}>
										{necoGradeLabel(grade)}
									</option>
								))}
							</select>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
};

const gradesWith = (grade: string): readonly string[] =>
	grade === "" || necoGrades.includes(grade) ? necoGrades : [...necoGrades, grade];
