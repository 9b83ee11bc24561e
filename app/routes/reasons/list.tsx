import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { MessageSquareText, Plus } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { formatNumber } from "#app/format/numbers";
import { type Column, RecordTable } from "#app/records/record-table";
import { ReasonFields } from "#app/routes/reasons/reason-fields";
import { ReasonForm } from "#app/routes/reasons/reason-form";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Badge } from "#app/ui/badge";
import { Button } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useResetWhenSent } from "#app/ui/form/use-reset-when-sent";
import { EmptyState } from "#app/ui/page/empty-state";
import { PageHeader } from "#app/ui/page/page-header";
import { RowLink } from "#app/ui/table";
import {
	countReasons,
	createReason,
	listReasons,
	type Reason,
	type ReasonCount,
} from "#worker/services/reasons/contract";

export const meta = titled("Reasons");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, listReasons);
	const [reasons, counts] = await Promise.all([
		api.call(listReasons, {}).then(orThrow),
		api.call(countReasons, { query: {} }).then(orThrow),
	]);
	return json({
		reasons: reasons.data,
		counts: counts.data,
		here: `/${orgName}/reasons`,
		mayAdd: mayCall(user, createReason),
		idempotencyKey: crypto.randomUUID(),
	});
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, createReason);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: ReasonForm });
	const typed = { text: String(form.get("text") ?? ""), isPrivate: form.has("isPrivate") };
	if (submission.status !== "success")
		return json({ typed, errors: submission.error?.text ?? [], error: null }, { status: 422 });
	const { text, isPrivate, idempotencyKey } = submission.value;
	const created = await args.context.api.call(
		createReason,
		{ body: { text, isPrivate: Boolean(isPrivate) } },
		{ idempotencyKey },
	);
	if (!created.ok) {
		const { fields, error } = created.problem;
		const errors = fields?.text ?? [];
		return json({ typed, errors, error: errors.length > 0 ? null : error }, { status: httpStatus(created.problem) });
	}
	args.context.session.flash({ kind: "success", message: `“${created.value.text}” was added` });
	return redirect(`/${orgName}/reasons`);
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	typed: { text: String(form.get("text") ?? ""), isPrivate: form.has("isPrivate") },
	errors: [],
	error,
}));

export const { handle, shouldRevalidate } = shows({ reasons: true });

const applicantsColumn: Column<{ applicants: number }> = {
	heading: "Applicants",
	width: 120,
	card: "aside",
	numeric: true,
	cell: ({ applicants }) => formatNumber(applicants),
};

const Reasons = () => {
	const { reasons, counts, here, mayAdd, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const key = useKeptKey(idempotencyKey, answer);
	const { formAction, state } = useNavigation();
	const isSending = state !== "idle" && formAction === here;
	const form = useResetWhenSent(isSending, answer);
	return (
		<div className="grid max-w-5xl grid-cols-1 gap-4">
			<PageHeader title="Reasons" description="Saved reasons for stage changes." />
			<RecordTable
				label="Reasons"
				columns={reasonColumns(here)}
				rows={reasons}
				keyOf={({ id }) => id}
				empty={
					<EmptyState icon={MessageSquareText} title="No reasons yet">
						{mayAdd ? "Add the first one below." : "Users who manage templates can add some."}
					</EmptyState>
				}
			/>
			{mayAdd && (
				<Card className="p-4">
					<SignedInForm ref={form} id="add-reason" className="grid gap-4">
						<h2 className="text-lg">Add a reason</h2>
						<input type="hidden" name="idempotencyKey" value={key} />
						<FormErrors errors={answer?.error ? [answer.error] : []} />
						<ReasonFields
							text={answer?.typed.text ?? ""}
							isPrivate={answer?.typed.isPrivate ?? false}
							errors={answer?.errors}
						/>
						<div>
							<Button variant="primary" icon={Plus} pending={isSending}>
								Add reason
							</Button>
						</div>
					</SignedInForm>
				</Card>
			)}
			<ReasonCounts counts={counts} />
			<DialogOutlet />
		</div>
	);
};
export default Reasons;

const reasonColumns = (here: string): Column<Reason>[] => [
	{
		heading: "Reason",
		card: "title",
		text: ({ text }) => text,
		cell: ({ id, text, active }) => (
			<>
				<RowLink to={`${here}/${id}`} preventScrollReset>
					{text}
				</RowLink>
				{!active && <Badge className="ml-2">Not offered</Badge>}
			</>
		),
	},
	{
		heading: "Seen by",
		width: 190,
		card: "line",
		muted: true,
		cell: ({ isPrivate }) => (isPrivate ? "Staff only" : "Staff and applicant"),
	},
	applicantsColumn,
];

/** Counts the applicants of each application and stage for whom a reason was given, the most first. */
const ReasonCounts = ({ counts }: { counts: readonly ReasonCount[] }) => {
	if (counts.length === 0) return null;
	return (
		<section aria-labelledby="reasons-given" className="grid gap-2">
			<h2 id="reasons-given" className="text-lg">
				Where they were used
			</h2>
			<RecordTable
				label="Where reasons were used"
				columns={countColumns}
				rows={counts}
				keyOf={({ reasonId, applicationId, stageName }) => `${reasonId} ${applicationId} ${stageName}`}
				empty={null}
			/>
		</section>
	);
};

const countColumns: Column<ReasonCount>[] = [
	{ heading: "Reason", card: "title", text: ({ text }) => text },
	{
		heading: "Application",
		width: 240,
		card: "line",
		muted: true,
		text: ({ applicationTitle }) => applicationTitle,
	},
	{ heading: "Stage", width: 170, card: "line", muted: true, cell: ({ stageName }) => stageName },
	applicantsColumn,
];
