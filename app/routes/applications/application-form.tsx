import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import type { TypedResponse } from "@remix-run/cloudflare";
import { useLocation, useNavigation } from "@remix-run/react";
import { useRef, useState } from "react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import type { Meanwhile } from "#app/records/meanwhile";
import { shownValue } from "#app/records/record-field";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import { typedMoment } from "#app/records/typed-moment";
import { useScreenTexts } from "#app/records/use-screen-texts";
import type { ApplicationChoices } from "#app/routes/applications/application-choices.server";
import { stateOfApplication } from "#app/routes/applications/application-state";
import { GroupItems } from "#app/routes/applications/group-items";
import { type OfferedChoices, OfferedCourses } from "#app/routes/applications/offered-courses";
import { applicationScreenIn } from "#app/routes/applications/screen";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { Card } from "#app/ui/card";
import type { Choice } from "#app/ui/form/choice";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { SelectField } from "#app/ui/form/select-field";
import { TextField } from "#app/ui/form/text-field";
import { TextareaField } from "#app/ui/form/textarea-field";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { wired } from "#app/ui/form/wired";
import type { RecordState } from "#worker/contract/records";
import { applicationNumber, NumberFormat, usualNumberFormat } from "#worker/contract/text/application-number";
import { formatDateInput } from "#worker/contract/text/dates";
import { type Application, maxTextLength } from "#worker/services/applications/contract";

/** What a refused form shows. */
export interface FormAnswer {
	result: SubmissionResult;
	meanwhile: Meanwhile<RecordState> | null;
	putBack: number;
	/** Null where no response came. */
	courses: OfferedChoices | null;
}

/** Sends the form, which keeps what was typed when no response comes (§8). */
export const keepApplication = keepPage<() => Promise<TypedResponse<FormAnswer>>>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: v.looseObject({}) }), problem),
	meanwhile: null,
	putBack: 0,
	courses: null,
}));

/** The form as it is typed. */
interface Typed {
	title: string;
	active: string;
	startsAt: string;
	endsAt: string;
	numberFormat: string;
	formId: string;
	workflowId: string;
	courses: { courseId: string; formId: string | null }[];
	courseSearch: string;
	groupItemIds: string[];
	introduction: string;
	confirmation: string;
	version: string;
}

interface ApplicationFormProps {
	/** Null for a new one. */
	application: Application | null;
	choices: ApplicationChoices;
	answer: FormAnswer | undefined;
	/** UTC milliseconds, for the year in the example of a number. */
	now: number;
	idempotencyKey: string;
	maySave: boolean;
}

/** Everything of an application that can be changed, in one form. */
export const ApplicationForm = ({ application, choices, answer, ...props }: ApplicationFormProps) => {
	const { inWords, context } = useScreenTexts();
	const { timeZone } = context;
	const { shortName } = useShell().organisation;
	const { formData } = useNavigation();
	const isAwaiting = useIsAwaiting();
	const opened = useOpened(application?.version, answer !== undefined);
	const { result, meanwhile = null, putBack = 0 } = answer ?? {};
	const [form, fields] = useForm<Typed>({
		id: `application-${opened}-${putBack}`,
		...(result && { lastResult: result }),
		defaultValue: application
			? {
					...stateOfApplication(application),
					// why no null: after saving, Conform would leave the select without any entry, not even its first.
					courses: stateOfApplication(application).courses.map(({ courseId, formId }) => ({
						courseId,
						formId: formId ?? "",
					})),
					version: String(application.version),
					active: application.active ? "on" : "",
					startsAt: typedMoment(application.startsAt, timeZone),
					endsAt: typedMoment(application.endsAt, timeZone),
				}
			: {
					active: "on",
					numberFormat: usualNumberFormat,
					courses: [],
					formId: onlyOne(choices.formId),
					workflowId: onlyOne(choices.workflowId),
				},
	});
	const typedVersion = Number((result?.initialValue as { version?: string } | undefined)?.version);
	const moments = { type: "datetime-local", aside: `Time in ${timeZone}` } as const;
	return (
		<SignedInForm {...getFormProps(form)} className="grid min-w-0 grid-cols-1 gap-4">
			{props.maySave && <button type="submit" tabIndex={-1} aria-hidden className="sr-only" />}
			<input type="hidden" name="idempotencyKey" value={props.idempotencyKey} />
			<FormErrors errors={form.errors ?? null} />
			{application && (
				<SavedMeanwhile
					key={form.id}
					version={typedVersion || application.version}
					meanwhile={meanwhile && { ...meanwhile, values: valuesOf(meanwhile.current, choices, inWords, timeZone) }}
				/>
			)}
			<fieldset disabled={!props.maySave} className="contents">
				<Card className="grid gap-4 p-5">
					<h2 className="text-lg">Details</h2>
					<TextField {...wired(fields.title)} label="Title" maxLength={150} autoComplete="off" required />
					<label className="flex items-start gap-2.5">
						<input
							type="checkbox"
							name={fields.active.name}
							defaultChecked={fields.active.initialValue === "on"}
							className="checkbox -mt-0.5!"
						/>
						<span>
							Active
							<span className="block text-sm text-text-3">Applicants can use it while it is open.</span>
						</span>
					</label>
					<div className="grid items-start gap-4 sm:grid-cols-2">
						<TextField
							{...wired(fields.startsAt)}
							{...moments}
							label="Begins"
							description="Empty: it is open at once."
						/>
						<TextField {...wired(fields.endsAt)} {...moments} label="Ends" description="Empty: it stays open." />
					</div>
					<NumberFormatField
						field={fields.numberFormat}
						numbered={{ shortName, year: formatDateInput(props.now, timeZone).slice(0, 4) }}
					/>
					<div className="grid items-start gap-4 sm:grid-cols-2">
						<SelectField
							{...wired(fields.formId)}
							label="Form"
							placeholder="Choose a form"
							options={choices.formId.filter(
								({ value, disabled }) => !disabled || value === fields.formId.initialValue,
							)}
							required
						/>
						<SelectField
							{...wired(fields.workflowId)}
							label="Workflow"
							placeholder="Choose a workflow"
							description={
								application && application.applicants > 0 ? "It stays while there are applicants." : undefined
							}
							options={choices.workflowId}
							required
						/>
					</div>
				</Card>
				<Card className="grid gap-4 p-5">
					<h2 className="text-lg">{inWords("{Courses}")}</h2>
					<OfferedCourses
						form={form}
						field={fields.courses}
						offered={application?.courses ?? []}
						courseTotal={choices.courseTotal}
						found={answer?.courses ?? null}
						forms={choices.formId}
						applicationId={application?.id}
						maySave={props.maySave}
					/>
				</Card>
				{choices.groupItemIds.length > 0 && (
					<Card className="p-5">
						<GroupItems field={fields.groupItemIds} choices={choices.groupItemIds} />
					</Card>
				)}
				<Card className="grid gap-4 p-5">
					<h2 className="text-lg">Texts for applicants</h2>
					<TextareaField
						{...wired(fields.introduction)}
						label="Introduction"
						description="What they read before the form."
						maxLength={maxTextLength}
					/>
					<TextareaField
						{...wired(fields.confirmation)}
						label="Confirmation"
						description="What they read when they have handed in the form."
						maxLength={maxTextLength}
					/>
				</Card>
			</fieldset>
			{props.maySave && (
				<div className="sticky bottom-0 z-10 flex border-t border-line bg-bg py-3">
					<Button
						variant="primary"
						pending={isAwaiting && formData?.has(fields.title.name) && !formData.has("__intent__")}
					>
						{application ? "Save" : "Create application"}
					</Button>
				</div>
			)}
		</SignedInForm>
	);
};

/** Returns the value that can be chosen where there is no other, else none. */
const onlyOne = (choices: readonly Choice[]): string => {
	const open = choices.filter(({ disabled }) => !disabled);
	return open.length === 1 ? (open[0]?.value ?? "") : "";
};

/**
 * Returns the version that a form was opened with: a newer one after it was saved here, but not because a colleague's
 * change was noticed meanwhile.
 */
const useOpened = (version: number | undefined, isRefused: boolean): number | undefined => {
	const { key } = useLocation();
	const opened = useRef({ key, version });
	if (!isRefused && opened.current.key !== key) opened.current = { key, version };
	return opened.current.version;
};

const valuesOf = (
	current: RecordState,
	choices: ApplicationChoices,
	inWords: (text: string) => string,
	timeZone: string,
) => {
	const application = current as unknown as Application;
	const state: RecordState = stateOfApplication(application);
	const courses = application.courses.map(({ course: { id, code, title } }) => ({
		value: id,
		label: `${code} ${title}`,
	}));
	const { courseTotal: _, ...others } = choices;
	const named: Partial<Record<string, readonly Choice[]>> = { ...others, courses };
	return applicationScreenIn(timeZone).fields.map(
		(field) =>
			[
				inWords(field.label),
				shownValue(field, state[field.name], { choices: named[field.name] ?? [], timeZone }),
			] as const,
	);
};

interface NumberFormatProps {
	field: Parameters<typeof wired>[0];
	numbered: { shortName: string; year: string };
}

/** The number format, with the number that it gives the first applicant. */
const NumberFormatField = ({ field, numbered }: NumberFormatProps) => {
	const [typed, setTyped] = useState(String(field.initialValue ?? ""));
	const read = v.safeParse(NumberFormat, typed);
	return (
		<TextField
			{...wired(field)}
			label="Number format"
			onChange={({ currentTarget }) => setTyped(currentTarget.value)}
			maxLength={40}
			autoComplete="off"
			spellCheck={false}
			description={
				<>
					{"{SHORT} is the institution’s short name, {YYYY} or {YY} the year, ##### the serial number. "}
					<output>{read.success && `The first one: ${applicationNumber(read.output, numbered, 1)}`}</output>
				</>
			}
			required
		/>
	);
};
