import { missing } from "#app/format/missing";
import { inputClass, selectClass } from "#app/ui/form/control-class";
import { AnswerGroup } from "#app/ui/form-fields/answer-group";
import { partName } from "#app/ui/form-fields/field-names";
import type { AnswerProps } from "#app/ui/form-fields/form-field";
import { partOf, resultDetails, resultOf } from "#app/ui/form-fields/result-entries";
import type { NecoResult } from "#worker/contract/form-schema";
import { isEmpty, readValue } from "#worker/contract/form-values";
import { necoGradeLabel, necoGrades } from "#worker/contract/neco-grades";

/** Rows for subjects that are not there yet. */
const spareRows = 2;
/** Rows when there is no result at all. */
const firstRows = 9;

/** Examination results: who and which examination to read, subjects and grades to change (§3 NECO result, §9). */
export const ResultsAnswer = ({ col, field, answer }: AnswerProps) => {
	const sittings = resultOf(answer);
	const invalid = field.errors?.length ? true : undefined;
	return (
		<AnswerGroup {...field}>
			{sittings === undefined && !isEmpty(answer) && <Unreadable text={readValue(col, answer).value} />}
			{sittings?.map((sitting, index) => (
				<div key={partOf(sitting.registrationNumber, index)} className="grid gap-2">
					<ResultSummary sitting={sitting} />
					<SubjectTable
						name={field.name}
						sitting={index}
						subjects={sitting.subjects}
						spare={spareRows}
						invalid={invalid}
					/>
				</div>
			))}
			{sittings === undefined && isEmpty(answer) && (
				<>
					<ResultDetails name={field.name} />
					<SubjectTable name={field.name} sitting={0} subjects={[]} spare={firstRows} invalid={invalid} />
				</>
			)}
		</AnswerGroup>
	);
};

/** why: an answer of another shape stays as it is, and is shown. */
const Unreadable = ({ text }: { text: unknown }) => <p className="text-text-2">Not a result: {String(text)}</p>;

const ResultSummary = ({ sitting }: { sitting: NecoResult }) => (
	<p className="rounded-md bg-hover px-3 py-2 text-text-2">
		<span className="font-medium text-text">{sitting.examination ?? "Examination result"}</span>
		<br />
		{[sitting.firstName, sitting.middleName, sitting.lastName].filter(Boolean).join(" ") || missing} ·{" "}
		{sitting.gender === "M" ? "Male" : "Female"} · {sitting.registrationNumber || missing}
	</p>
);

const detailLabels: Record<(typeof resultDetails)[number], string> = {
	firstName: "First name",
	middleName: "Middle name",
	lastName: "Last name",
	registrationNumber: "Registration number",
	examination: "Examination and year",
	gender: "Gender",
};

const ResultDetails = ({ name }: { name: string }) => (
	<div className="grid gap-2.5 sm:grid-cols-2">
		{resultDetails.map((detail) => (
			<div key={detail} className="grid min-w-0 gap-1">
				<label htmlFor={partName(name, detail)} className="text-sm text-text-2">
					{detailLabels[detail]}
				</label>
				{detail === "gender" ? (
					<select id={partName(name, detail)} name={partName(name, partOf(detail, 0))} className={selectClass}>
						<option value="">Choose</option>
						<option value="F">Female</option>
						<option value="M">Male</option>
					</select>
				) : (
					<input
						id={partName(name, detail)}
						name={partName(name, partOf(detail, 0))}
						autoComplete="off"
						className={inputClass}
					/>
				)}
			</div>
		))}
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
