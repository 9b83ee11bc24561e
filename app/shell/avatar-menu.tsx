import { LogOut, User } from "lucide-react";
import { fullName } from "#app/format/names";
import { useShell } from "#app/shell/shell-context";
import { Avatar } from "#app/ui/avatar";
import { SignedInForm } from "#app/ui/form/form";
import { Menu } from "#app/ui/menu/menu";

const logoutForm = "logout";

/** Name, admin level and item names, role name, My Profile, Logout (§2 Top bar). */
export const AvatarMenu = () => {
	const { user, orgName } = useShell();
	const name = fullName(user);
	// why: the display of level and item is resolved from the first role (§6).
	const [first] = user.adminRoles;
	const place = [first?.adminLevel?.name, first?.adminLevelItem?.name].filter(Boolean).join(" · ");
	return (
		<>
			<SignedInForm id={logoutForm} method="post" action={`/${orgName}/logout`} className="hidden" />
			<Menu
				label={`Account of ${name}`}
				button={<Avatar name={name} />}
				buttonClassName="grid place-items-center rounded-full"
				heading={
					<div className="border-line border-b px-2.5 pt-1 pb-2.5">
						<p className="font-medium">{name}</p>
						<p className="text-text-2">{user.email}</p>
						{place && <p className="text-sm text-text-3">{place}</p>}
						{first && <p className="text-sm text-text-3">{first.role.name}</p>}
					</div>
				}
				entries={[
					{ id: "profile", label: "My Profile", icon: User, to: `/${orgName}/user-profile` },
					{ id: "logout", label: "Logout", icon: LogOut, form: { id: logoutForm } },
				]}
			/>
		</>
	);
};
