import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { fullName } from "#app/format/names";
import { idempotencyKey } from "#app/list/idempotency-key";
import { readSheetSearch } from "#app/list/list-address";
import { mergedMeanwhile } from "#app/list/sheet/merged-meanwhile.server";
import { readStale } from "#app/list/sheet/read-stale.server";
import { StaleApplicant } from "#app/list/sheet/stale-applicant";
import { useSeenVersion } from "#app/list/sheet/use-seen-version";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { TextareaField } from "#app/ui/form/textarea-field";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { wired } from "#app/ui/form/wired";
import { correctIdentity, identityEntries } from "#worker/services/corrections/contract";

/** The dialog's form: the service's input as a form sends it. */
const IdentityForm = v.object({
	...identityEntries,
	version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
	idempotencyKey,
});

export const meta = titledOver("Correct name and email");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, correctIdentity);
	const applicant = orThrow(await args.context.applicant(args.params.applicantId ?? ""));
	return json({ applicant, idempotencyKey: crypto.randomUUID() });
};

/** Corrects the name and the email address, or returns the errors and what was typed. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, correctIdentity);
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: IdentityForm });
	if (submission.status !== "success") return json({ result: submission.reply(), stale: null }, { status: 422 });
	const { idempotencyKey, ...body } = submission.value;
	const id = args.params.applicantId ?? "";
	const saved = await api.call(correctIdentity, { params: { id }, body }, { idempotencyKey });
	if (saved.ok) {
		session.flash({
			kind: "success",
			message: `The record is now of ${fullName(saved.value)}, ${saved.value.accountEmail}`,
		});
		return redirect(`/${orgName}/applicants/${id}${readSheetSearch(new URL(args.request.url).searchParams)}`);
	}
	const { problem } = saved;
	const merged = problem.status === 404 ? await mergedMeanwhile(args.context, id) : null;
	if (merged !== null)
		return json({ result: submission.reply({ formErrors: [merged] }), stale: null }, { status: 409 });
	if (problem.status === 404) orThrow(saved);
	const stale = problem.code === "stale_applicant" ? await readStale(api, id, problem, body.version) : null;
	return json({ result: replyWithProblem(submission, problem), stale }, { status: httpStatus(problem) });
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: IdentityForm }), problem),
	stale: null,
}));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Corrects an applicant's name and the address that mail goes to; the reason is logged. */
const CorrectIdentity = () => {
	const { applicant, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const isSending = useIsSendingHere();
	const version = useSeenVersion(applicant, answer);
	const key = useKeptKey(idempotencyKey, answer);
	const { firstName, middleName, lastName, accountEmail } = applicant;
	const [form, fields] = useForm({
		id: "correct-identity",
		lastResult: answer?.result,
		defaultValue: { firstName, middleName: middleName ?? "", lastName, accountEmail, reason: "" },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: IdentityForm }),
	});
	const closeTo = pathname.replace(/\/identity$/, "") + readSheetSearch(params);
	const named = Object.keys(fields);
	return (
		<Dialog
			title="Correct name and email"
			description={`${applicant.applicationNumber} · ${applicant.applicationTitle}`}
			closeTo={closeTo}
			footer={
				<>
					<LinkButton to={closeTo}>Cancel</LinkButton>
					<Button form={form.id} variant="primary" pending={isSending}>
						{answer?.stale ? "Apply mine on top" : "Correct"}
					</Button>
				</>
			}
		>
			<SignedInForm method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4">
				<input type="hidden" name="version" value={version} />
				<input type="hidden" name="idempotencyKey" value={key} />
				{answer?.stale && <StaleApplicant stale={answer.stale} />}
				<FormErrors errors={answer?.stale ? [] : errorsElsewhere(form.allErrors, named)} />
				<TextField
					key={fields.firstName.key}
					{...wired(fields.firstName)}
					label="First name"
					required
					autoFocusInDialog
				/>
				<TextField key={fields.middleName.key} {...wired(fields.middleName)} label="Middle name" />
				<TextField key={fields.lastName.key} {...wired(fields.lastName)} label="Last name" required />
				<TextField
					key={fields.accountEmail.key}
					{...wired(fields.accountEmail)}
					label="Email address"
					description="All emails go here, also those that are waiting. A notice of the change goes to the former address."
					type="email"
					required
				/>
				<TextareaField
					key={fields.reason.key}
					{...wired(fields.reason)}
					label="Reason"
					description="Kept in the activity log, for staff."
					rows={2}
					required
				/>
			</SignedInForm>
		</Dialog>
	);
};
export default CorrectIdentity;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
