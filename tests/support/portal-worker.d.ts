declare global {
	namespace Cloudflare {
		/** What `exports` of "cloudflare:workers" holds: the Worker that the portal's tests call. */
		interface GlobalProps {
			mainModule: typeof import("#worker/index");
		}
	}
}

export {};
