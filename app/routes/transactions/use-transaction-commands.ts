import { useNavigate } from "@remix-run/react";
import { ChevronLeft, ChevronRight, Copy, Download, RefreshCw, UserRound } from "lucide-react";
import { useMemo } from "react";
import type { OpenTransaction } from "#app/routes/transactions/transaction";
import { receiptLabel } from "#app/routes/transactions/transaction-status";
import { type Command, useCommands } from "#app/shell/commands";
import { copyText } from "#app/ui/toast/copy-text";

/** The id of the form that checks the open transaction. */
export const checkFormId = "check-this";

/** Adds the commands of the open transaction: `j k` the next and the previous, `s` its status, `c` copies its reference. */
export const useTransactionCommands = (
	{ transaction, applicantTo, receiptTo }: OpenTransaction,
	{ previousTo, nextTo }: { previousTo: string | undefined; nextTo: string | undefined },
): void => {
	const navigate = useNavigate();
	const { reference, status } = transaction;
	const commands = useMemo<Command[]>(() => {
		const walk = (to: string | undefined) => to && navigate(to, { replace: true, preventScrollReset: true });
		const all: Omit<Command, "group">[] = [
			{
				id: "transaction-next",
				title: "Next transaction",
				icon: ChevronRight,
				keys: ["j"],
				disabled: nextTo ? undefined : "This is the last of the page",
				run: () => walk(nextTo),
			},
			{
				id: "transaction-previous",
				title: "Previous transaction",
				icon: ChevronLeft,
				keys: ["k"],
				disabled: previousTo ? undefined : "This is the first of the page",
				run: () => walk(previousTo),
			},
			{
				id: "transaction-check",
				title: "Check Status",
				icon: RefreshCw,
				keys: ["s"],
				keywords: "payment pending provider query again try",
				run: () => {
					const form = document.getElementById(checkFormId);
					if (form instanceof HTMLFormElement) form.requestSubmit();
				},
			},
			{
				id: "transaction-applicant",
				title: "Go to applicant",
				icon: UserRound,
				keys: ["a"],
				disabled: applicantTo ? undefined : "No applicant can be opened",
				run: () => applicantTo && navigate(applicantTo),
			},
			{
				id: "transaction-copy",
				title: "Copy reference",
				icon: Copy,
				keys: ["c"],
				keywords: reference,
				run: () => copyText(reference),
			},
			{
				id: "transaction-receipt",
				title: receiptLabel(status),
				icon: Download,
				keys: ["r"],
				keywords: "receipt record pdf paper",
				disabled: receiptTo ? undefined : "No applicant is known",
				run: () => receiptTo && window.location.assign(receiptTo),
			},
		];
		return all.map((command) => ({ ...command, group: "Transaction" }));
	}, [reference, status, applicantTo, receiptTo, previousTo, nextTo, navigate]);
	useCommands(commands);
};
