import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigate } from "@remix-run/react";
import { CreditCard, Plus } from "lucide-react";
import { useMemo } from "react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { type Column, RecordTable } from "#app/records/record-table";
import { ConfigurationStatus, chargeText } from "#app/routes/payment-configurations/configuration-status";
import { PlatformMark } from "#app/routes/payment-configurations/platform-mark";
import { screenAt } from "#app/routes/payment-configurations/screens";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { shows } from "#app/shell/shows";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { SignedInForm } from "#app/ui/form/form";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { RowLink } from "#app/ui/table";
import { platformName } from "#worker/contract/payment-platforms";
import type { Result } from "#worker/contract/result";
import { formatMoney } from "#worker/contract/text/money";
import { type BankAccount, getBankAccount, saveBankAccount } from "#worker/services/bank-account/contract";
import { getOrganisation } from "#worker/services/organisation/contract";
import { updateOrganisation } from "#worker/services/organisation/settings.contract";
import {
	chargesTogether,
	createConfiguration,
	listConfigurations,
	type PaymentConfiguration,
} from "#worker/services/payment-configurations/contract";

export const meta: MetaFunction<typeof loader> = ({ location }) => [
	{ title: `${screenAt(location.pathname).title} · Matricula` },
];

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, listConfigurations);
	const { pathname, searchParams } = new URL(args.request.url);
	const screen = screenAt(pathname);
	const { page, size } = readPage(searchParams);
	const mayCharge = mayCall(user, updateOrganisation);
	const [{ data }, organisation, account] = await Promise.all([
		api.call(listConfigurations, { query: {} }).then(orThrow),
		mayCharge ? api.call(getOrganisation, {}).then(orThrow) : null,
		screen.path === "international-payments" ? api.call(getBankAccount, {}) : null,
	]);
	const own = data.filter(({ paymentPlatform }) => screen.platforms.some((platform) => platform === paymentPlatform));
	const here = `/${orgName}/${screen.path}`;
	return json({
		screen,
		here,
		rows: own.slice(page * size, (page + 1) * size),
		mayCreate: mayCall(user, createConfiguration),
		charges: chargesTogether(own),
		platformCharge: organisation?.platformChargeEnabled ?? null,
		bankAccount: account && { text: accountText(account), mayChange: mayCall(user, saveBankAccount) },
		pages: pagesOf(here, searchParams, { page, size, total: own.length }),
	});
};

/** Switches the platform's charge on or off. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, updateOrganisation);
	const form = await readSignedInForm(args.request, args.context);
	const platformChargeEnabled = form.get("platformCharge") === "on";
	const saved = await api.call(updateOrganisation, { body: { data: { platformChargeEnabled } } });
	if (!saved.ok) return json({ error: saved.problem.error }, { status: httpStatus(saved.problem) });
	session.flash({
		kind: "success",
		message: `The platform charge was switched ${platformChargeEnabled ? "on" : "off"}`,
	});
	return redirect(`/${orgName}/${screenAt(new URL(args.request.url).pathname).path}`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

/** Returns the bank account in a sentence; the number has its last four characters. */
const accountText = (found: Result<BankAccount>): string => {
	if (found.ok) {
		const { holderName, bankName, currency, lastFour } = found.value;
		return `The bank account is that of ${holderName} at ${bankName} in ${currency}, ending in ${lastFour}.`;
	}
	return found.problem.code === "bank_account_missing" ? "No bank account has been entered." : found.problem.error;
};

export const { handle, shouldRevalidate } = shows({
	"set-up": () => ["payment-configuration", "bank-account"],
	organisation: true,
});

const PaymentConfigurations = () => {
	const { screen, rows, here, mayCreate, pages, charges, platformCharge, bankAccount } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	useListCommands(screen.one, here, rows, mayCreate);
	const create = mayCreate && (
		<LinkButton to={`${here}/new`} icon={Plus} variant="primary" preventScrollReset>
			New configuration
		</LinkButton>
	);
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader title={screen.title} description={screen.description} actions={create} />
			{error && (
				<Callout tone="danger" role="alert">
					{error}
				</Callout>
			)}
			{platformCharge !== null && (
				<SignedInForm>
					<Callout
						action={
							<Button size="small" name="platformCharge" value={platformCharge ? "off" : "on"}>
								{platformCharge ? "Switch it off" : "Switch it on"}
							</Button>
						}
					>
						The platform charge is {platformCharge ? "added to payments" : "not added to payments"}.
					</Callout>
				</SignedInForm>
			)}
			{bankAccount && (
				<Callout
					action={
						<LinkButton to={`${here}/bank-account`} size="small" preventScrollReset>
							{bankAccount.mayChange ? "Change bank account" : "View bank account"}
						</LinkButton>
					}
				>
					{bankAccount.text}
				</Callout>
			)}
			<RecordTable
				label="Payment configurations"
				columns={columnsOf(here)}
				rows={rows}
				keyOf={({ id }) => id}
				pages={pages}
				total={{
					label: "Charges together",
					text: charges.map(({ charge, currency }) => formatMoney(charge, currency)).join(" + ") || "None",
				}}
				empty={
					<EmptyState icon={CreditCard} title="No payment configurations yet" action={create}>
						With the keys of an account at a payment platform, applicants can pay.
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</div>
	);
};
export default PaymentConfigurations;

const columnsOf = (here: string): readonly Column<PaymentConfiguration>[] => [
	{
		heading: "Paylog ID",
		card: "title",
		text: ({ configId }) => configId,
		cell: ({ id, configId }) => <RowLink to={`${here}/${id}`}>{configId}</RowLink>,
	},
	{
		heading: "Platform",
		card: "line",
		text: ({ paymentPlatform }) => platformName(paymentPlatform),
		cell: ({ paymentPlatform }) => <PlatformMark platform={paymentPlatform} />,
	},
	{ heading: "Charge", width: 150, card: "line", isNamedInCard: true, muted: true, text: chargeText },
	{ heading: "Status", width: 150, card: "aside", cell: (row) => <ConfigurationStatus {...row} /> },
];

const useListCommands = (
	one: string,
	here: string,
	rows: readonly PaymentConfiguration[],
	mayCreate: boolean,
): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(() => {
		const own = { group: "List", icon: CreditCard } as const;
		const creation = { ...own, id: "new-configuration", title: `New ${one}`, icon: Plus };
		const run = () => navigate(`${here}/new`, { preventScrollReset: true });
		return [
			...(mayCreate ? [{ ...creation, keywords: "create add paylog platform keys", run }] : []),
			...rows.map(({ id, configId, paymentPlatform }) => ({
				...own,
				id: `open-configuration-${id}`,
				title: `Open ${configId}`,
				isSearchedOnly: true,
				keywords: `payment ${platformName(paymentPlatform)} test keys`,
				run: () => navigate(`${here}/${id}`),
			})),
		];
	}, [one, here, rows, mayCreate, navigate]);
	useCommands(commands);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
