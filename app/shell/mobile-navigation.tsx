import { Bookmark, ExternalLink, Menu as MenuIcon, User } from "lucide-react";
import { navigationFor } from "#app/shell/navigation";
import { viewCount } from "#app/shell/pinned-views";
import { useShell } from "#app/shell/shell-context";
import { buttonClass } from "#app/ui/button-class";
import { Glyph } from "#app/ui/glyph";
import { useArrived } from "#app/ui/later";
import { Menu } from "#app/ui/menu/menu";
import type { MenuEntry } from "#app/ui/menu/menu-entry";

/** The side navigation, and the rest of the top bar, as a menu on narrow screens. */
export const MobileNavigation = () => {
	const { orgName, user, organisation, views, viewCounts } = useShell();
	const counts = useArrived(viewCounts);
	const entries: MenuEntry[] = navigationFor(user.privileges).map(({ path, label, icon }) => ({
		id: path,
		label,
		icon,
		to: `/${orgName}/${path}`,
	}));
	for (const { id, name, isPinned, search } of views) {
		const count = counts?.[id];
		if (isPinned)
			entries.push({
				...{ id, label: name, icon: Bookmark, to: `/${orgName}/applicants${search}` },
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
