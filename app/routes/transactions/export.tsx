import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useLoaderData, useLocation } from "@remix-run/react";
import { FileSpreadsheet } from "lucide-react";
import { useContext } from "react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { ApplicationField } from "#app/list/application-field";
import { findApplications } from "#app/list/find-applications.server";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { KeptFields } from "#app/list/kept-fields";
import { leadToDownload } from "#app/list/lead-to-download.server";
import { readTransactionsAddress, statusChoices, transactionsSearch } from "#app/list/transactions-address";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { ScriptsKnown } from "#app/ui/use-hydrated";
import { Day } from "#worker/contract/text/day";
import { exportTransactions } from "#worker/services/transactions/contract";

export const meta = titledOver("Export");

/** Loads the applications that can be chosen, and what the list is filtered by (§2 Export modal). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, exportTransactions);
	const params = new URL(args.request.url).searchParams;
	const { status, applicationId = "", startDate = "", endDate = "" } = readTransactionsAddress(params);
	return json({
		here: `/${orgName}/transactions`,
		list: transactionsSearch(params),
		title: params.get("title") ?? "",
		choices: await findApplications(api, params),
		initial: { applicationId, statuses: status ? [status] : [], startAt: startDate, endAt: endDate },
		idempotencyKey: crypto.randomUUID(),
	});
};

const readExport = (form: FormData) => ({
	applicationId: fieldText(form.get("applicationId")),
	statuses: form.getAll("status").map(String),
	startAt: fieldText(form.get("startAt")),
	endAt: fieldText(form.get("endAt")),
});

type Typed = ReturnType<typeof readExport>;

/** §7: what is empty is left out; §5: an invalid date is ignored. */
const exportBody = ({ applicationId, statuses, startAt, endAt }: Typed) => ({
	...(applicationId && { applicationId }),
	...(statuses.length > 0 && {
		statuses: statusChoices.map(({ value }) => value).filter((value) => statuses.includes(value)),
	}),
	...(v.is(Day, startAt) && { startAt }),
	...(v.is(Day, endAt) && { endAt }),
});

interface Refusal {
	typed: Typed;
	fields: Record<string, readonly string[] | undefined>;
	error: string | null;
}

/** Starts the export and leads to its file, which is downloaded by itself (§7 POST /payments/export). */
export const action = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, exportTransactions);
	const form = await readSignedInForm(args.request, args.context);
	const typed = readExport(form);
	const idempotencyKey = idempotencyKeyIn(form);
	const started = await api.call(
		exportTransactions,
		{ body: exportBody(typed) },
		{ ...(idempotencyKey && { idempotencyKey }) },
	);
	if (started.ok) return leadToDownload(args, started.value.taskId, { back: "transactions", startsItself: true });
	const { fields = {}, error } = started.problem;
	const isBeside = Object.keys(fields).some((name) => Object.hasOwn(typed, name));
	return json<Refusal>({ typed, fields, error: isBeside ? null : error }, { status: httpStatus(started.problem) });
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	typed: readExport(form),
	fields: {},
	error,
}));

export const { handle, shouldRevalidate } = shows({});

const formId = "export-transactions";

const ExportTransactions = () => {
	const { here, list, choices, initial, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<Refusal>();
	const isAwaiting = useIsAwaiting();
	const { pathname } = useLocation();
	const typed = answer?.typed ?? initial;
	const errorsOf = (name: string) => answer?.fields[name] ?? null;
	return (
		<Dialog
			title="Export"
			description="The file is generated and downloaded automatically."
			closeTo={here + list}
			cancel
			footer={
				<Button form={formId} variant="primary" icon={FileSpreadsheet} pending={isAwaiting}>
					Export
				</Button>
			}
		>
			<div className="grid gap-4">
				<FindApplication />
				<SignedInForm method="post" id={formId} noValidate className="grid gap-4">
					<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
					<FormErrors errors={answer?.error ? [answer.error] : []} />
					<ApplicationField
						choices={choices}
						routeId="routes/transactions/export"
						findPath={pathname}
						placeholder="All applications"
						defaultValue={typed.applicationId}
						errors={errorsOf("applicationId")}
					/>
					<fieldset className="grid gap-1.5">
						<legend className="mb-1.5 font-medium">Status</legend>
						<div className="flex flex-wrap gap-x-5 gap-y-1.5">
							{statusChoices.map(({ value, label }) => (
								<label key={value} className="flex min-h-6 items-center gap-2">
									<input
										type="checkbox"
										name="status"
										value={value}
										defaultChecked={typed.statuses.includes(value)}
										className="checkbox"
									/>
									{label}
								</label>
							))}
						</div>
						<p className="text-sm text-text-3">None chosen exports every status.</p>
					</fieldset>
					<div className="grid gap-4 sm:grid-cols-2">
						<TextField
							type="date"
							name="startAt"
							label="Start date"
							defaultValue={typed.startAt}
							errors={errorsOf("startAt")}
						/>
						<TextField
							type="date"
							name="endAt"
							label="End date"
							defaultValue={typed.endAt}
							errors={errorsOf("endAt")}
						/>
					</div>
				</SignedInForm>
			</div>
		</Dialog>
	);
};
export default ExportTransactions;

/** Without scripts: offers the applications whose titles have the typed words. */
const FindApplication = () => {
	const { list, title, choices } = useLoaderData<typeof loader>();
	if (useContext(ScriptsKnown)) return null;
	return (
		<noscript>
			<Form method="get" role="search" className="flex items-end gap-2">
				<KeptFields search={list} />
				<TextField
					type="search"
					name="title"
					label="Find an application"
					defaultValue={title}
					maxLength={200}
					errors={choices.length === 0 ? ["No application has that title."] : null}
					className="flex-1"
				/>
				<Button>Find</Button>
			</Form>
		</noscript>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
