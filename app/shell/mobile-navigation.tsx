import { Menu as MenuIcon } from "lucide-react";
import { navigationFor } from "#app/shell/navigation";
import { useShell } from "#app/shell/shell-context";
import { buttonClass } from "#app/ui/button-class";
import { iconProps } from "#app/ui/icon";
import { Menu } from "#app/ui/menu";

/** The side navigation as a menu where there is no room for a side. */
export const MobileNavigation = () => {
	const { orgName, user, organisation } = useShell();
	const entries = navigationFor(user.privileges).map(({ path, label, icon }) => ({
		id: path,
		label,
		icon,
		to: `/${orgName}/${path}`,
	}));
	return (
		<nav aria-label="Main, small screen" className="sm:hidden">
			<Menu
				label="Navigation"
				align="start"
				button={<MenuIcon {...iconProps} />}
				buttonClassName={buttonClass({ variant: "ghost", className: "w-8.5 px-0!" })}
				heading={<p className="px-2.5 pt-1 pb-2 font-medium">{organisation.name}</p>}
				entries={[...entries, { id: "profile", label: "My Profile", to: `/${orgName}/user-profile` }]}
			/>
		</nav>
	);
};
