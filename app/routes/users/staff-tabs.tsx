import { useShell } from "#app/shell/shell-context";
import { Tabs } from "#app/ui/page/tabs";

/** The two lists of the screen `/users`. */
export const StaffTabs = ({ current }: { current: "users" | "roles" }) => {
	const { orgName } = useShell();
	return (
		<Tabs
			label="Users and roles"
			tabs={[
				{ to: `/${orgName}/users`, label: "Users", current: current === "users" },
				{ to: `/${orgName}/users/roles`, label: "Roles", current: current === "roles" },
			]}
		/>
	);
};
