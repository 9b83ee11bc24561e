import { Bookmark, Building2, ExternalLink, Keyboard, LogOut, Menu as MenuIcon, Search, User } from "lucide-react";
import type { MouseEvent } from "react";
import { fullName } from "#app/format/names";
import { DownloadsLink } from "#app/shell/downloads/downloads-link";
import { navigationFor } from "#app/shell/navigation";
import { Bell } from "#app/shell/notifications/bell";
import { keyLabel, useIsMac } from "#app/shell/palette/key-labels";
import { usePalette } from "#app/shell/palette/palette-context";
import { viewCount } from "#app/shell/pinned-views";
import { SettingsPanel } from "#app/shell/settings-panel";
import { useShell } from "#app/shell/shell-context";
import { Avatar } from "#app/ui/avatar";
import { buttonClass } from "#app/ui/button-class";
import { SignedInForm } from "#app/ui/form/form";
import { Glyph } from "#app/ui/glyph";
import { KeyHint } from "#app/ui/key-hint";
import { useArrived } from "#app/ui/later";
import { isPlainClick, Link } from "#app/ui/link";
import { Menu } from "#app/ui/menu/menu";
import type { MenuEntry } from "#app/ui/menu/menu-entry";
import { useHydrated } from "#app/ui/use-hydrated";

/** Search, applicant site, notifications, settings and user (§2 Top bar); fewer of them below 640 px. */
export const TopBar = () => {
	const { organisation } = useShell();
	return (
		<header className="sticky top-0 z-20 flex h-13 items-center gap-1.5 border-line border-b bg-panel px-3 sm:gap-2 sm:px-5 print:hidden">
			<MobileNavigation />
			<PaletteButton />
			<div className="flex-1 max-sm:hidden" />
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
			{/* why empty: the tour draws its button here once its code has come. */}
			<span id="tour-guide" className="contents" />
			<DownloadsLink />
			<Bell />
			<SettingsPanel />
			<AvatarMenu />
		</header>
	);
};

const logoutForm = "logout";

/** why not from the server: without scripts there are no shortcuts. */
const shortcuts = (show: () => void): MenuEntry => ({
	id: "shortcuts",
	label: "Keyboard shortcuts",
	icon: Keyboard,
	keys: ["?"],
	show,
});

/** Name, admin level and item names, role name, My Profile, the keys, Logout (§2 Top bar). */
const AvatarMenu = () => {
	const { user, orgName } = useShell();
	const palette = usePalette();
	const hydrated = useHydrated();
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
					{ id: "switch-organisation", label: "Switch organisation", icon: Building2, to: "/" },
					...(hydrated ? [shortcuts(palette.openKeySheet)] : []),
					{ id: "logout", label: "Logout", icon: LogOut, form: { id: logoutForm } },
				]}
			/>
		</>
	);
};

/** Opens the palette; without JavaScript, or in a new tab, leads to the search page. */
const PaletteButton = () => {
	const { orgName } = useShell();
	const palette = usePalette();
	const isMac = useIsMac();
	const hydrated = useHydrated();
	const onClick = (event: MouseEvent) => {
		if (!isPlainClick(event)) return;
		event.preventDefault();
		palette.open();
	};
	return (
		<Link
			to={`/${orgName}/search`}
			title="Search or run a command"
			onClick={onClick}
			onPointerEnter={palette.warmUp}
			aria-haspopup={hydrated ? "dialog" : undefined}
			aria-keyshortcuts={hydrated ? "Control+K Meta+K" : undefined}
			className="flex h-8.5 min-w-0 flex-1 items-center gap-2 rounded-md border border-line-2 bg-bg px-2.5 text-text-3 transition-colors hover:border-control sm:max-w-105"
		>
			<Glyph icon={Search} />
			<span className="min-w-0 flex-1 truncate">Search or run a command</span>
			{hydrated && (
				<span aria-hidden className="contents">
					<KeyHint keys={[keyLabel("mod+k", isMac)]} />
				</span>
			)}
		</Link>
	);
};

/** The side navigation, and the rest of the top bar, as a menu on narrow screens. */
const MobileNavigation = () => {
	const { orgName, user, organisation, views, viewCounts } = useShell();
	const counts = useArrived(viewCounts);
	const entries: MenuEntry[] = navigationFor(user.privileges, organisation.aliases.course).map(
		({ path, label, icon }) => ({
			id: path,
			label,
			icon,
			to: `/${orgName}/${path}`,
		}),
	);
	for (const { id, name, isPinned, search } of views) {
		const count = counts?.[id];
		if (isPinned)
			entries.push({
				id,
				label: name,
				icon: Bookmark,
				to: `/${orgName}/applicants${search}`,
				hint: count && `${viewCount(count)} applicants`,
			});
	}
	entries.push({ id: "profile", label: "My Profile", icon: User, to: `/${orgName}/user-profile` });
	if (organisation.applicantSiteUrl)
		entries.push({
			id: "applicant-site",
			label: "Go to Applicant Site",
			icon: ExternalLink,
			to: organisation.applicantSiteUrl,
			newTab: true,
			section: "",
		});
	return (
		<nav aria-label="Main, small screen" className="sm:hidden">
			<Menu
				label="Navigation"
				align="start"
				button={<Glyph icon={MenuIcon} />}
				buttonClassName={buttonClass({ variant: "ghost", className: "w-8.5 px-0!" })}
				heading={<p className="px-2.5 pt-1 pb-2 font-medium">{organisation.name}</p>}
				entries={entries}
			/>
		</nav>
	);
};
