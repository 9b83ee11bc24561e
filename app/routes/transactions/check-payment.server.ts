import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { transactionsSearch } from "#app/list/transactions-address";
import { requireAccess } from "#app/session/require-user.server";
import type { ToastMessage } from "#app/ui/toast/toast";
import { problemToast } from "#worker/contract/screen-problems";
import { checkStatus, getTransaction, type TransactionDetails } from "#worker/services/transactions/contract";

/** §4: a pending result warns; any other is a success of the question, whatever it says of the payment. */
const toastOf = ({ status, reference }: TransactionDetails): ToastMessage =>
	status === "pending"
		? { kind: "warning", message: "Transaction is still pending" }
		: {
				kind: "success",
				message: `Transaction ${reference} ${status === "success" ? "was successful." : "has failed."}`,
			};

/**
 * Asks the provider how a payment stands (§2 Check Status, Try Again), and leads back with what it answered: to the list,
 * or to the sheet of the payment, which a pending one opens.
 */
export const checkPayment = async (args: ActionFunctionArgs, id: string, from: "list" | "sheet") => {
	const { orgName, api, session } = await requireAccess(args, checkStatus);
	const { reference } = orThrow(await api.call(getTransaction, { params: { id } }));
	const checked = await api.call(checkStatus, { query: { ref: reference } });
	session.flash(checked.ok ? toastOf(checked.value) : { kind: "error", message: problemToast(checked.problem) });
	const list = `/${orgName}/transactions`;
	const isPending = checked.ok && checked.value.status === "pending";
	const search = transactionsSearch(new URL(args.request.url).searchParams);
	return redirect((from === "sheet" || isPending ? `${list}/${id}` : list) + search);
};
