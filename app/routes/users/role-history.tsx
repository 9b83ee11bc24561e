import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { describePrivileges } from "#app/records/privilege-matrix";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import type { RecordField } from "#app/records/screen";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { getRole, listRoleChanges, type Role, restoreRole } from "#worker/services/users/contract";

const endpoints = { find: getRole, history: listRoleChanges, restore: restoreRole };

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(args, endpoints, { path: "users/roles" });
export const action = (args: ActionFunctionArgs) => restoreRecord(args, endpoints);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = shows({ users: true });

/** Who changed what a role grants; a former state of it can be restored. */
const RoleHistory = () => {
	const { course } = useShell().organisation.aliases;
	const fields: RecordField[] = [
		{ name: "name", label: "Name" },
		{
			as: "list",
			name: "privileges",
			label: "Privileges",
			entries: (value: unknown) => describePrivileges(value as string[], course),
		},
	];
	return <RecordHistory<Role> screen={{ nameOf: ({ name }) => name, fields }} />;
};
export default RoleHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
