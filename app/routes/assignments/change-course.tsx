import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { fullName } from "#app/format/names";
import { AssignmentDialog } from "#app/routes/assignments/assignment-dialog";
import { CourseChangeForm, unsentAssignment } from "#app/routes/assignments/assignment-form";
import { saveAssignment } from "#app/routes/assignments/save-assignment.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { ComboboxField } from "#app/ui/form/combobox-field";
import { fieldText } from "#app/ui/form/field-text";
import { wired } from "#app/ui/form/wired";
import { screenProblems } from "#worker/contract/screen-problems";
import { capitalise } from "#worker/contract/text/capitalise";
import { updateApplicant } from "#worker/services/applicants/change.contract";
import { getApplication } from "#worker/services/applications/contract";

export const meta = titledOver("Change {course}");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, updateApplicant);
	const applicant = orThrow(await args.context.applicant(args.params.applicantId ?? ""));
	const params = { id: applicant.applicationId };
	const { courses } = orThrow(await args.context.api.call(getApplication, { params }));
	return json({
		applicant,
		courses: courses.filter(({ reach }) => reach === "changed").map(({ course }) => course),
		idempotencyKey: crypto.randomUUID(),
	});
};

export const action = (args: ActionFunctionArgs) =>
	saveAssignment(args, {
		schema: CourseChangeForm,
		failed: screenProblems.course_unchanged.message,
		kind: "course",
		verb: "is now in",
		targetOf: ({ course }) => `${course.code} ${course.title}`,
	});

export const clientAction = keepPage<typeof action>(unsentAssignment(CourseChangeForm));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Change Applicant Course (§2 Applicant modals). */
const ChangeCourse = () => {
	const { applicant, courses, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { organisation } = useShell();
	const [form, { courseId }] = useForm({
		id: "change-course",
		lastResult: answer?.result,
		defaultValue: { courseId: applicant.course.id },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: CourseChangeForm }),
	});
	const [chosen, setChosen] = useState(fieldText(courseId.initialValue));
	const alias = organisation.aliases.course;
	return (
		<AssignmentDialog
			title={`Change Applicant ${capitalise(alias)}`}
			description={`${fullName(applicant)} is in ${applicant.course.code} ${applicant.course.title}`}
			path="course"
			form={form}
			field="courseId"
			applicant={applicant}
			idempotencyKey={idempotencyKey}
			answer={answer}
			isUnchanged={chosen === "" || chosen === applicant.course.id}
			submitLabel={`Change ${alias}`}
		>
			<ComboboxField
				key={courseId.key}
				{...wired(courseId)}
				label={`New ${alias}`}
				description={`Offered in ${applicant.applicationTitle}.`}
				placeholder={`Choose a ${alias}`}
				required
				autoFocusInDialog
				options={courses.map(({ id, code, title }) => ({
					value: id,
					label: `${code} ${title}${id === applicant.course.id ? " (current)" : ""}`,
				}))}
				onChosen={setChosen}
				emptyText={`No ${alias} has that name.`}
			/>
		</AssignmentDialog>
	);
};
export default ChangeCourse;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
