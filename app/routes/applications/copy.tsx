import { parseWithValibot } from "@conform-to/valibot";
import { TZDate } from "@date-fns/tz";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { addYears } from "date-fns";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { idempotencyKey } from "#app/list/idempotency-key";
import { groupItemChoices } from "#app/routes/applications/application-choices.server";
import { stateOfApplication } from "#app/routes/applications/application-state";
import { nextSession } from "#app/routes/applications/next-session";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { CloseLink } from "#app/ui/dialog/close-link";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { useSentForm } from "#app/ui/form/use-is-sending-here";
import { createApplication, getApplication } from "#worker/services/applications/contract";
import { getOrganisation } from "#worker/services/organisation/contract";

export const meta = titledOver("Copy application");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, createApplication);
	const [{ title, active, startsAt }, { timeZone }] = await Promise.all([
		api.call(getApplication, { params: { id: args.params.recordId ?? "" } }).then(orThrow),
		api.call(getOrganisation, {}).then(orThrow),
	]);
	const begins = aYearLater(startsAt, timeZone);
	const closeTo = `/${orgName}/manage-applications/${args.params.recordId}`;
	return json({
		closeTo,
		from: title,
		hasBeginning: begins !== null,
		isActive: active && opensLater(begins),
		wasActive: active,
		title: nextSession(title),
		idempotencyKey: crypto.randomUUID(),
	});
};

const aYearLater = (moment: number | null, timeZone: string): number | null =>
	moment === null ? null : addYears(new TZDate(moment, timeZone), 1).getTime();

/** Checks whether an application does not open before somebody has looked at it. */
const opensLater = (begins: number | null): boolean => begins !== null && begins > Date.now();

const { entries } = createApplication.body;
const CopyForm = v.object({ title: entries.title, idempotencyKey });

/** Creates an application like this one, without its applicants and a year later. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, createApplication);
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: CopyForm });
	if (submission.status !== "success") return json({ result: submission.reply() }, { status: 422 });
	const [copied, organisation, items] = await Promise.all([
		api.call(getApplication, { params: { id: args.params.recordId ?? "" } }).then(orThrow),
		api.call(getOrganisation, {}).then(orThrow),
		groupItemChoices(api),
	]);
	const disabled = items.flatMap(({ value, disabled }) => (disabled ? value : []));
	const { title, idempotencyKey } = submission.value;
	const { active, numberFormat, formId, workflowId, courses, groupItemIds, introduction, confirmation } =
		stateOfApplication(copied);
	const startsAt = aYearLater(copied.startsAt, organisation.timeZone);
	const body = {
		title,
		// why: without a beginning that is still to come, it would be open at once.
		active: active && opensLater(startsAt),
		startsAt,
		endsAt: aYearLater(copied.endsAt, organisation.timeZone),
		numberFormat,
		formId,
		workflowId,
		courses,
		introduction,
		confirmation,
		groupItemIds: groupItemIds.filter((item) => !disabled.includes(item)),
	};
	const created = await api.call(createApplication, { body }, { idempotencyKey });
	if (!created.ok)
		return json({ result: replyWithProblem(submission, created.problem) }, { status: httpStatus(created.problem) });
	session.flash({ kind: "success", message: `“${created.value.title}” was created` });
	return redirect(`/${orgName}/manage-applications/${created.value.id}`);
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: CopyForm }), problem),
}));

export const { handle, shouldRevalidate } = shows({});

const formId = "copy-application";

/** Says why the copy is not active. */
const whyInactive = ({ wasActive, hasBeginning }: { wasActive: boolean; hasBeginning: boolean }): string => {
	if (!wasActive) return "It is not active, like the one that is copied.";
	const why = hasBeginning ? "its beginning has passed already" : "no date says when it begins";
	return `It is not active until you switch it on, because ${why}.`;
};

const CopyApplication = () => {
	const data = useLoaderData<typeof loader>();
	const { result } = useKeptAnswer<typeof action>() ?? {};
	const sent = useSentForm();
	const { closeTo } = data;
	return (
		<Dialog
			title="Copy to the next session"
			closeTo={closeTo}
			footer={
				<>
					<CloseLink to={closeTo}>Cancel</CloseLink>
					<Button form={formId} variant="primary" pending={sent?.has("title")}>
						Create application
					</Button>
				</>
			}
		>
			<SignedInForm id={formId} noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={data.idempotencyKey} />
				<FormErrors errors={result?.error?.[""] ?? null} />
				<p>
					Everything of “{data.from}” is copied but its applicants.{" "}
					{data.hasBeginning && "Its dates are a year later. "}
					{!data.isActive && whyInactive(data)}
				</p>
				<TextField
					name="title"
					label="Title"
					defaultValue={String(result?.initialValue?.title ?? data.title)}
					errors={result?.error?.title ?? null}
					maxLength={150}
					autoComplete="off"
					autoFocusInDialog
					required
				/>
			</SignedInForm>
		</Dialog>
	);
};
export default CopyApplication;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
