import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory } from "#app/records/record.server";
import { RecordHistory } from "#app/records/record-history";
import type { RecordField } from "#app/records/screen";
import { screenAt } from "#app/routes/payment-configurations/screens";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { paymentFieldLabels } from "#worker/contract/payment-platforms";
import {
	configurationHistory,
	getConfiguration,
	type PaymentConfiguration,
} from "#worker/services/payment-configurations/contract";

export const meta = titledOver("History");

export const loader = (args: LoaderFunctionArgs) => {
	const { path } = screenAt(new URL(args.request.url).pathname);
	const endpoints = { find: getConfiguration, history: configurationHistory };
	return openHistory(args, endpoints, { path, page: { path, create: `${path}/new` } });
};

export const { handle, shouldRevalidate } = shows({ "set-up": () => "payment-configuration" });

const fields: readonly RecordField[] = [
	{ name: "configId", label: "Paylog ID" },
	...Object.entries(paymentFieldLabels).map(([name, label]) => ({ name, label })),
	{ name: "keys", label: "Keys that were replaced" },
	{ name: "isTest", label: "Test mode", as: "flag" },
	{ name: "charge", label: "Charge", as: "own", shown: (charge) => (Number(charge) / 100).toFixed(2) },
	{ name: "chargeCurrency", label: "Currency of the charge" },
	{ name: "isChargeEnabled", label: "Adds the charge", as: "flag" },
	{ name: "active", label: "Starts payments", as: "flag" },
];

const screen = { nameOf: ({ configId }: PaymentConfiguration) => configId, fields };

const ConfigurationHistory = () => <RecordHistory screen={screen} />;
export default ConfigurationHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
