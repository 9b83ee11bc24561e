import { ExternalLink, LogOut, User } from "lucide-react";
import { fullName } from "#app/format/names";
import { DownloadsLink } from "#app/shell/downloads/downloads-link";
import { MobileNavigation } from "#app/shell/mobile-navigation";
import { Bell } from "#app/shell/notifications/bell";
import { PaletteButton } from "#app/shell/palette/palette-button";
import { SettingsPanel } from "#app/shell/settings-panel";
import { useShell } from "#app/shell/shell-context";
import { Avatar } from "#app/ui/avatar";
import { buttonClass } from "#app/ui/button-class";
import { SignedInForm } from "#app/ui/form/form";
import { Glyph } from "#app/ui/glyph";
import { Menu } from "#app/ui/menu/menu";

/** Search, applicant site, notifications, settings and user (§2 Top bar); fewer of them below 640 px. */
export const TopBar = () => {
	const { organisation } = useShell();
	return (
		<header className="sticky top-0 z-20 flex h-13 items-center gap-1.5 border-line border-b bg-panel px-3 sm:gap-2 sm:px-5 print:hidden">
			<MobileNavigation />
			<PaletteButton />
			<div className="flex-1" />
			{organisation.applicantSiteUrl && (
				<a
					href={organisation.applicantSiteUrl}
					target="_blank"
					rel="noreferrer"
					title="Go to Applicant Site"
					className={buttonClass({ variant: "ghost", className: "max-sm:hidden! max-lg:w-8.5 max-lg:px-0!" })}
				>
					<Glyph icon={ExternalLink} className="lg:hidden" />
					<span className="max-lg:sr-only">Go to Applicant Site</span>
				</a>
			)}
			<DownloadsLink />
			<Bell />
			<SettingsPanel />
			<AvatarMenu />
		</header>
	);
};

const logoutForm = "logout";

/** Name, admin level and item names, role name, My Profile, Logout (§2 Top bar). */
const AvatarMenu = () => {
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
