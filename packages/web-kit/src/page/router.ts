/** The one place that names the router: remotes take these from the shell, so that there is one router context. */
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
  UNSAFE_NavigationContext as NavigationContext,
} from 'react-router-dom';
