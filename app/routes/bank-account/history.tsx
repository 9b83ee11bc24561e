import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory } from "#app/records/record.server";
import { RecordHistory } from "#app/records/record-history";
import { accountFields } from "#app/routes/bank-account/account-fields";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { bankAccountHistory, getBankAccount } from "#worker/services/bank-account/contract";

export const meta = titledOver("History");

export const loader = (args: LoaderFunctionArgs) =>
	openHistory(args, { find: getBankAccount, history: bankAccountHistory }, { path: "international-payments" });

export const { handle, shouldRevalidate } = shows({ "set-up": () => "bank-account" });

const screen = { nameOf: () => "the bank account", fields: accountFields };

const BankAccountHistory = () => <RecordHistory screen={screen} />;
export default BankAccountHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
